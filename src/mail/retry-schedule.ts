/**
 * An e-mail gets at most nine attempts within 23 hours. All attempts use the same idempotency key,
 * so the provider sends the e-mail only once. Providers forget such a key after 24 hours.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from the end of each attempt to the next one. The first attempt is immediate. */
const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  20 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  3 * HOUR,
  6 * HOUR,
  10 * HOUR,
];

/** Every attempt must begin within this time after the first one. */
export const LETTER_LIFE_MS = 23 * HOUR;
/**
 * Each delay grows by a random part of up to this share, so that e-mails that failed together are
 * not retried together.
 */
const JITTER_SHARE = 0.1;

export interface AttemptsMade {
  readonly count: number;
  readonly firstAt: number;
}

/**
 * Returns the time of the next attempt; null if no attempt is left.
 * @param waitSeconds the wait that the provider requests; it can only delay the attempt
 * @param jitter a random number in [0, 1)
 */
export function nextLetterAttempt(
  { count, firstAt }: AttemptsMade,
  now: number,
  jitter: number,
  waitSeconds = 0,
): number | null {
  const delay = ATTEMPT_DELAYS_MS[count];
  if (delay === undefined) return null;
  const next =
    now + Math.round(Math.max(delay, waitSeconds * SECOND) * (1 + JITTER_SHARE * jitter));
  return next - firstAt > LETTER_LIFE_MS ? null : next;
}
