/**
 * Milliseconds since the epoch. It reads `Date` at each call, because a test that stops the clock
 * replaces `Date`, and all parts of a worker must see the same clock.
 */
export const now = (): number => Date.now();
