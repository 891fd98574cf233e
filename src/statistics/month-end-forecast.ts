/** Forecasts the total usage of a project in the current month. */

const DAY_MS = 24 * 3_600_000;
const DAYS_LOOKED_BACK = 7;

/**
 * Returns the use that is expected for the whole month. It assumes that use continues at the mean
 * rate of the last seven days, including today. Days of the previous month do not count.
 * @param days the use of each day of this month; the list can omit days without use
 */
export function monthEndForecast(
  days: readonly { readonly day: string; readonly used: number }[],
  now: number,
): number {
  const today = new Date(now);
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
  const end = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const since = Math.max(start, midnight - (DAYS_LOOKED_BACK - 1) * DAY_MS);
  const used = days.reduce((sum, day) => sum + day.used, 0);
  const recent = days
    .filter(({ day }) => Date.parse(day) >= since)
    .reduce((sum, day) => sum + day.used, 0);
  // Divide by at least one day. A shorter time, just after the month begins, would exaggerate the
  // rate.
  const lookedAt = Math.max(now - since, DAY_MS);
  return Math.round(used + (recent / lookedAt) * (end - now));
}
