import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reportDue } from "../../src/reports/schedule.ts";
import { DAY, HOUR, MONDAY } from "./support/case-rows.ts";

describe("report schedule", () => {
  test("R11 no report is due if the schedule is off", () => {
    expect(reportDue("off", null, MONDAY)).toBeNull();
  });

  test("R11 a daily report covers the last full UTC day", () => {
    const day = { from: MONDAY - DAY, to: MONDAY };
    expect(reportDue("daily", null, MONDAY)).toEqual(day);
    expect(reportDue("daily", null, MONDAY + DAY - 1)).toEqual(day);
  });

  test("R11 a weekly report covers the last full week from Monday", () => {
    const week = { from: MONDAY - 7 * DAY, to: MONDAY };
    expect(reportDue("weekly", null, MONDAY)).toEqual(week);
    expect(reportDue("weekly", null, MONDAY + 7 * DAY - 1)).toEqual(week);
    expect(reportDue("weekly", null, MONDAY - 1)).toEqual({
      from: MONDAY - 14 * DAY,
      to: MONDAY - 7 * DAY,
    });
  });

  test("R11 after missed reports, only the report of the latest period is made", () => {
    expect(reportDue("daily", MONDAY - 9 * DAY, MONDAY + HOUR)).toEqual({
      from: MONDAY - DAY,
      to: MONDAY,
    });
  });

  test("R11 no period is repeated and no two periods overlap, however often the schedule is checked", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("daily" as const, "weekly" as const),
        fc.array(fc.integer({ min: 0, max: 3 * DAY }), { maxLength: 50 }),
        (schedule, steps) => {
          let now = MONDAY;
          let last: number | null = null;
          for (const step of steps) {
            now += step;
            const due = reportDue(schedule, last, now);
            if (due === null) {
              expect(last).not.toBeNull();
              continue;
            }
            expect(due.to).toBeLessThanOrEqual(now);
            if (last !== null) expect(due.from).toBeGreaterThanOrEqual(last);
            last = due.to;
          }
        },
      ),
    );
  });
});
