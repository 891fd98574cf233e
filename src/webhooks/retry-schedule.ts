/** When to retry a failed delivery: ten attempts over about three days. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Milliseconds from the end of one attempt to the next; the first attempt is immediate. 75.6 h in
 * all. Source: the example schedule of the Standard Webhooks specification.
 */
const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Jitter: a delay grows by up to this share, so endpoints that failed together spread out. */
const JITTER_SHARE = 0.1;

/** The longest wait that Retry-After may ask for. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * The time of the next attempt in milliseconds, or null if no attempt is left. `attemptsMade`
 * counts the attempts so far; `jitter` is a random number in [0, 1). `retryAfterSeconds` can
 * postpone the attempt by up to a day, but never bring it forward.
 */
export function nextAttempt(
  attemptsMade: number,
  now: number,
  jitter: number,
  retryAfterSeconds = 0,
): number | null {
  const delay = ATTEMPT_DELAYS_MS[attemptsMade];
  if (delay === undefined) return null;
  const asked = Math.min(retryAfterSeconds * SECOND, MAX_RETRY_AFTER_MS);
  return now + Math.round(Math.max(delay, asked) * (1 + JITTER_SHARE * jitter));
}

/** Seconds of a Retry-After header, as a number or an HTTP date; else 0. */
export function parseRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Only the date of RFC 9110: Date.parse accepts almost any text with a number.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return 0;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now) / SECOND));
}
