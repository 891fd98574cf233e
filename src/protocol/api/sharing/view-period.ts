/** Names of periods that end now, for pages and saved views. */
export const PERIODS = ["24h", "7d", "30d", "90d", "all"] as const;
export type PeriodChoice = (typeof PERIODS)[number];

const HOURS: Readonly<Record<Exclude<PeriodChoice, "all">, number>> = {
  "24h": 24,
  "7d": 7 * 24,
  "30d": 30 * 24,
  "90d": 90 * 24,
};
const HOUR_MS = 3_600_000;

/**
 * Returns the period as a filter. Even `all` gets the current time as its end. Otherwise, new cases
 * would appear in a list while a person reads it.
 */
export function rangeOf(period: PeriodChoice, now: number): { from: string; to: string } {
  const from = period === "all" ? 0 : now - HOURS[period] * HOUR_MS;
  return { from: new Date(from).toISOString(), to: new Date(now).toISOString() };
}
