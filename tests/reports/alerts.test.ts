import fc from "fast-check";
import { expect, test } from "vitest";
import { isDigestDue, repeatPeriod, sendAt } from "../../src/reports/alerts/alert-times.ts";
import { sendsEach } from "../../src/reports/alerts/match-rule.ts";
import { reachedThreshold } from "../../src/reports/alerts/threshold.ts";

const HOUR = 3_600_000;
const ANY = { errorTypes: [], opNames: [], systems: [], users: [] };
const EACH = { events: ["finding.opened" as const], threshold: null, digest: "none" as const };

test.each([
  ["2026-01-10T23:30:00Z", "2026-01-11T07:00:00.000Z"],
  ["2026-01-10T06:59:59Z", "2026-01-10T07:00:00.000Z"],
  ["2026-01-10T07:00:00Z", "2026-01-10T07:00:00.000Z"],
  ["2026-01-10T12:00:00Z", "2026-01-10T12:00:00.000Z"],
])("W75 in quiet hours from 22 to 7, a message of %s is sent at %s", (now, expected) => {
  const rule = { quiet: { from: "22:00", to: "07:00" }, timeZone: "UTC" };
  expect(new Date(sendAt(rule, Date.parse(now))).toISOString()).toBe(expected);
});

test("W75 quiet hours follow their time zone, also in the night of the clock change", () => {
  const rule = { quiet: { from: "22:00", to: "07:00" }, timeZone: "Europe/Berlin" };
  const before = Date.parse("2026-03-28T22:30:00Z");
  // In this night, Berlin changes from UTC+1 to UTC+2.
  expect(new Date(sendAt(rule, before)).toISOString()).toBe("2026-03-29T05:00:00.000Z");
  const winter = Date.parse("2026-01-10T21:30:00Z");
  expect(new Date(sendAt(rule, winter)).toISOString()).toBe("2026-01-11T06:00:00.000Z");
});

test("W75 a message waits less than a day and is never sent in quiet hours", () => {
  const minutes = fc.integer({ min: 0, max: 1_439 });
  const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
  fc.assert(
    fc.property(minutes, minutes, fc.integer({ min: 0, max: 4e12 }), (from, to, now) => {
      const rule = { quiet: { from: clock(from), to: clock(to) }, timeZone: "UTC" };
      const at = sendAt(rule, now);
      expect(at - now).toBeLessThan(24 * HOUR);
      expect(at).toBeGreaterThanOrEqual(now);
      expect(sendAt(rule, at)).toBe(at);
    }),
  );
});

test("W76 a filter passes events with the named values, and ignores fields that an event lacks", () => {
  const subject = { errorType: "UpdateError", opName: "update", system: null };
  const passes = (filter: Partial<typeof ANY> | object) =>
    sendsEach({ ...EACH, filter: { ...ANY, ...filter } }, "finding.opened", subject);
  expect(passes({})).toBe(true);
  expect(passes({ errorTypes: ["UpdateError"], opNames: ["update"] })).toBe(true);
  expect(passes({ errorTypes: ["DeletionError"] })).toBe(false);
  expect(passes({ systems: ["mem0"] })).toBe(false);
  expect(passes({ users: ["ann"] })).toBe(true);
  const filter = { ...ANY, users: ["ann"] };
  const of = (users: string[]) =>
    sendsEach({ ...EACH, filter }, "finding.opened", { ...subject, users });
  expect([of(["ann", "bob"]), of(["bob"]), of([])]).toEqual([true, false, false]);
  expect(sendsEach({ ...EACH, filter: ANY }, "finding.closed", subject)).toBe(false);
});

test.each([
  ["count", 10, 10, 40, true],
  ["count", 10, 9, 40, false],
  ["share", 25, 10, 40, true],
  ["share", 25, 9, 40, false],
  ["rate", 5, 10, 40, true],
  ["rate", 5, 9, 40, false],
  ["share", 1, 0, 0, false],
] as const)(
  "W77 threshold %s with limit %d: %d of %d in two hours",
  (measure, value, matching, all, isMet) => {
    const headline = reachedThreshold({ measure, value, windowMinutes: 120 }, { matching, all });
    expect(headline !== null).toBe(isMet);
    if (isMet) expect(headline).toContain(`limit ${value}`);
  },
);

test("W78 a digest is due once after each hour, day or week of its time zone", () => {
  const due = (
    digest: "hourly" | "daily" | "weekly",
    last: string,
    now: string,
    timeZone = "UTC",
  ) => isDigestDue({ digest, timeZone }, Date.parse(last), Date.parse(now));
  expect(due("hourly", "2026-01-10T10:59:00Z", "2026-01-10T11:00:00Z")).toBe(true);
  expect(due("hourly", "2026-01-10T11:00:00Z", "2026-01-10T11:59:00Z")).toBe(false);
  expect(due("daily", "2026-01-10T10:00:00Z", "2026-01-10T22:59:00Z", "Europe/Berlin")).toBe(false);
  expect(due("daily", "2026-01-10T10:00:00Z", "2026-01-10T23:00:00Z", "Europe/Berlin")).toBe(true);
  // 2026-01-11 is a Sunday.
  expect(due("weekly", "2026-01-05T00:00:00Z", "2026-01-11T23:59:00Z")).toBe(false);
  expect(due("weekly", "2026-01-11T23:59:00Z", "2026-01-12T00:00:00Z")).toBe(true);
});

test("W79 a cause has one repeat period per hour or day, or none", () => {
  expect(repeatPeriod("always", 5)).toBeNull();
  expect(repeatPeriod("hour", HOUR - 1)).toBe(repeatPeriod("hour", 0));
  expect(repeatPeriod("hour", HOUR)).not.toBe(repeatPeriod("hour", 0));
  expect(repeatPeriod("day", 24 * HOUR - 1)).toBe(repeatPeriod("day", 0));
});
