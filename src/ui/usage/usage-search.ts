export const PERIOD_DAYS = { "30d": 30, "90d": 90, "1y": 366, "2y": 731 } as const;
export type UsagePeriod = keyof typeof PERIOD_DAYS;
export const SHOWN = ["events", "bytes", "graphs", "cases", "deliveries", "usd"] as const;
export type Shown = (typeof SHOWN)[number];

export interface UsageSearch {
  readonly period?: UsagePeriod;
  readonly by?: "month";
  readonly show?: Shown;
}

/** Ignores invalid values. */
export function parseUsageSearch(raw: Record<string, unknown>): UsageSearch {
  const periods: readonly string[] = Object.keys(PERIOD_DAYS);
  const parsed = {
    period: periods.find((period) => period === raw.period),
    by: raw.by === "month" ? "month" : undefined,
    show: SHOWN.find((show) => show === raw.show),
  };
  return parsed as UsageSearch;
}
