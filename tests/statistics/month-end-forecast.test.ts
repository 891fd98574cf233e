import { expect, test } from "vitest";
import { monthEndForecast } from "../../src/statistics/month-end-forecast.ts";

const at = (iso: string) => Date.parse(iso);
const daysFrom = (first: number, count: number, used: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: `2026-03-${String(first + index).padStart(2, "0")}`,
    used,
  }));

test("H375 steady use goes on", () => {
  expect(monthEndForecast(daysFrom(1, 15, 10), at("2026-03-16T00:00:00Z"))).toBeGreaterThan(280);
  expect(monthEndForecast(daysFrom(1, 31, 10), at("2026-03-31T23:59:59Z"))).toBe(310);
});

test("H375 the last seven days count, not a peak before them", () => {
  const days = [{ day: "2026-03-01", used: 1_000 }];
  expect(monthEndForecast(days, at("2026-03-20T12:00:00Z"))).toBe(1_000);
});

test("H375 the first minutes of a month are not taken for its rate", () => {
  const days = [{ day: "2026-03-01", used: 100 }];
  expect(monthEndForecast(days, at("2026-03-01T00:05:00Z"))).toBeLessThan(3_300);
});

test("H375 without use, nothing is expected", () => {
  expect(monthEndForecast([], at("2026-03-10T00:00:00Z"))).toBe(0);
});
