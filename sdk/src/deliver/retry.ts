const FIRST_MS = 500;
const MAX_MS = 60_000;
/** Maximum wait that a `Retry-After` header can cause. A longer wait is cut to this time. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Returns how many milliseconds to wait before the next attempt. After the first attempt, the
 * maximum is 500. It doubles with each further attempt, up to a minute. If `random` is 1, the
 * result is this maximum; if it is 0, the result is half of it.
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
}

/**
 * Returns the milliseconds that a `Retry-After` header (seconds or HTTP date) asks for. A past date
 * gives 0, a missing header NaN.
 */
export function retryAfterMs(header: string | null, now: number): number {
  const asked = Number(header) * 1_000 || Date.parse(header ?? "") - now;
  return Math.max(0, Math.min(MAX_RETRY_AFTER_MS, asked));
}
