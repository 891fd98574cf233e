export const HEALTH_PERIODS = { "7d": 7, "30d": 30, "90d": 90 } as const;
export type HealthPeriod = keyof typeof HEALTH_PERIODS;

export interface HealthSearch {
  /** If undefined, counts messages of all times. */
  readonly period?: HealthPeriod;
  readonly system?: string;
}

/** Ignores unknown parameters and invalid values. */
export function parseHealthSearch(raw: Record<string, unknown>): HealthSearch {
  const periods: readonly string[] = Object.keys(HEALTH_PERIODS);
  const parsed = {
    period: periods.find((period) => period === raw.period),
    system: typeof raw.system === "string" && raw.system !== "" ? raw.system : undefined,
  };
  return parsed as HealthSearch;
}

const DAY_MS = 24 * 3_600_000;

export interface Days {
  readonly from?: string;
  readonly to?: string;
}

/**
 * Returns the UTC days of the period that ends today, and of the period of equal length before it.
 */
export function daysOf(
  period: HealthPeriod | undefined,
  now: number,
): { readonly chosen: Days; readonly before: Days | undefined } {
  if (period === undefined) return { chosen: {}, before: undefined };
  const days = HEALTH_PERIODS[period];
  const back = (count: number) => new Date(now - count * DAY_MS).toISOString().slice(0, 10);
  return {
    chosen: { from: back(days - 1), to: back(0) },
    before: { from: back(2 * days - 1), to: back(days) },
  };
}
