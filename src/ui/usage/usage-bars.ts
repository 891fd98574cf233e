/** Makes the bars of the usage chart. Days without usage get bars too. */
import type { UsageDay } from "../../protocol/api/teams/usage.ts";
import type { Shown } from "./usage-search.ts";

export interface DayUse {
  /** Day (2026-03-04) or month (2026-03). */
  readonly time: string;
  readonly value: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Returns one bar per day or month, even without usage.
 * @param until the last day in UTC
 */
export function barsOf(
  days: readonly UsageDay[],
  show: Shown,
  by: "day" | "month",
  { length, until }: { readonly length: number; readonly until: number },
): DayUse[] {
  const chars = by === "day" ? "2026-03-04".length : "2026-03".length;
  const values = new Map<string, number>();
  for (let back = length - 1; back >= 0; back -= 1) {
    values.set(new Date(until - back * DAY_MS).toISOString().slice(0, chars), 0);
  }
  for (const day of days) {
    const time = day.day.slice(0, chars);
    values.set(time, (values.get(time) ?? 0) + day[show]);
  }
  return [...values].map(([time, value]) => ({ time, value }));
}
