/**
 * Decides when a failed delivery is retried. A delivery gets ten attempts within about three days.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Milliseconds from the end of one attempt to the next attempt. The first attempt is immediate. The
 * delays add up to 75.6 h. Source: the example schedule of the Standard Webhooks specification.
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

/**
 * Jitter: each delay is increased by up to this share. So if several endpoints failed together,
 * they are not retried together.
 */
const JITTER_SHARE = 0.1;

/** Maximum wait that a Retry-After header may request. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * Returns the time of the next attempt in milliseconds; null if no attempt is left. `attemptsMade`
 * is the number of attempts so far. `jitter` is a random number in [0, 1). `retryAfterSeconds` can
 * delay the next attempt by up to a day, but cannot make it earlier.
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
