/**
 * Milliseconds since the epoch. Reads `Date` at each call: a test that stops the clock replaces
 * `Date`, and all parts of a worker must use the same clock.
 */
export const now = (): number => Date.now();
