/**
 * Milliseconds since 1970. Reads `Date` at each call, because a test that stops the clock replaces
 * `Date`. All parts of a worker must use the same clock.
 */
export const now = (): number => Date.now();
