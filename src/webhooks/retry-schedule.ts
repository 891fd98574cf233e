/** Each delivery gets ten attempts within about three days. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Milliseconds from the end of each attempt to the next one, 75.6 h in total. Source: the example
 * schedule of the Standard Webhooks specification.
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
 * Each delay grows by a random part of up to this share, so that deliveries that failed together
 * are not retried together.
 */
const JITTER_SHARE = 0.1;

/** Maximum delay that a receiver can request with Retry-After. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/**
 * Returns the time of the next attempt, in milliseconds since 1970, or null if no attempt is left.
 * `jitter` is a random number in [0, 1). `retryAfterSeconds` can only delay the attempt, by up to a
 * day.
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
