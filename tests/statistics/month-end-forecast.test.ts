import { expect, test } from "vitest";
import { monthEndForecast } from "../../src/statistics/month-end-forecast.ts";

const at = (iso: string) => Date.parse(iso);
const daysFrom = (first: number, count: number, used: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: `2026-03-${String(first + index).padStart(2, "0")}`,
    used,
  }));

test("H375 the forecast continues steady usage", () => {
  expect(monthEndForecast(daysFrom(1, 15, 10), at("2026-03-16T00:00:00Z"))).toBeGreaterThan(280);
  expect(monthEndForecast(daysFrom(1, 31, 10), at("2026-03-31T23:59:59Z"))).toBe(310);
});

test("H375 the forecast uses the last seven days, not an earlier peak", () => {
  const days = [{ day: "2026-03-01", used: 1_000 }];
  expect(monthEndForecast(days, at("2026-03-20T12:00:00Z"))).toBe(1_000);
});

test("H375 the forecast does not take the first minutes of a month as its rate", () => {
  const days = [{ day: "2026-03-01", used: 100 }];
  expect(monthEndForecast(days, at("2026-03-01T00:05:00Z"))).toBeLessThan(3_300);
});

test("H375 the forecast is zero if there was no usage", () => {
  expect(monthEndForecast([], at("2026-03-10T00:00:00Z"))).toBe(0);
});
