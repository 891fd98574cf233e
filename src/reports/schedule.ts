/** When a scheduled report is due, and for which period. All times are UTC, in milliseconds. */
import type { ReportSchedule } from "../protocol/api/teams/project.ts";
import type { Period } from "./case-row.ts";
import { bucketStart, DAY_MS } from "./over-time.ts";

/**
 * Returns the period of the report that is due: the last full day, or the last full week from
 * Monday. Returns null if a scheduled report already covers this period. Earlier periods without a
 * report are skipped. `lastPeriodEnd` is the end of the last scheduled report's period, not of a
 * report on request.
 */
export function reportDue(
  schedule: ReportSchedule,
  lastPeriodEnd: number | null,
  now: number,
): Period | null {
  if (schedule === "off") return null;
  const to = bucketStart(now, schedule === "daily" ? "day" : "week");
  if (lastPeriodEnd !== null && lastPeriodEnd >= to) return null;
  return { from: to - (schedule === "daily" ? DAY_MS : 7 * DAY_MS), to };
}
