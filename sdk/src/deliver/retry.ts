/** When a failed delivery is tried again. */

const FIRST_MS = 500;
const MAX_MS = 60_000;
/** A server that asks for more is not waited for longer. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** Doubles from half a second up to a minute; `random` in 0…1 spreads it over the upper half. */
export function backoffMs(attempt: number, random: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
}

/** The wait that a `Retry-After` header asks for: seconds or an HTTP date; none for one that is past. NaN without one. */
export function retryAfterMs(header: string | null, now: number): number {
  const asked = Number(header) * 1_000 || Date.parse(header ?? "") - now;
  return Math.max(0, Math.min(MAX_RETRY_AFTER_MS, asked));
}
