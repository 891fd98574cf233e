import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "../../src/protocol/retry-after.ts";
import { nextAttempt } from "../../src/webhooks/retry-schedule.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const NOW = Date.UTC(2026, 0, 1);

/** Returns the times of all attempts if each fails at once. */
function attemptTimes(jitter: number, retryAfterSeconds?: number): number[] {
  const times: number[] = [];
  let next = nextAttempt(0, NOW, jitter, retryAfterSeconds);
  while (next !== null && times.length < 100) {
    times.push(next);
    next = nextAttempt(times.length, next, jitter, retryAfterSeconds);
  }
  return times;
}

describe("the retry schedule", () => {
  test("W11 without jitter, the ten attempts are 5 s to 24 h apart and end after 75.6 h", () => {
    const times = attemptTimes(0);
    const waits = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / SECOND);
    expect(times[0]).toBe(NOW);
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(((times.at(-1) ?? 0) - NOW) / HOUR).toBeCloseTo(75.6, 1);
  });

  test("W11 jitter lengthens each wait by less than a tenth and never shortens it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (made, jitter) => {
          const plain = (nextAttempt(made, NOW, 0) ?? 0) - NOW;
          const wait = (nextAttempt(made, NOW, jitter) ?? 0) - NOW;
          expect(wait).toBeGreaterThanOrEqual(plain);
          expect(wait).toBeLessThanOrEqual(plain * 1.1);
        },
      ),
    );
  });

  test("W11 Retry-After postpones an attempt by at most a day, and makes no attempt earlier", () => {
    expect(nextAttempt(1, NOW, 0, 60)).toBe(NOW + 60 * SECOND);
    expect(nextAttempt(3, NOW, 0, 60)).toBe(NOW + 1_800 * SECOND);
    expect(nextAttempt(1, NOW, 0, 1e9)).toBe(NOW + 24 * HOUR);
    expect(attemptTimes(0, 1e9)).toHaveLength(10);
    expect(nextAttempt(10, NOW, 0, 60)).toBeNull();
  });

  test("W11 Retry-After is read as seconds or as an HTTP date; anything else is ignored", () => {
    expect(parseRetryAfter("120", NOW)).toBe(120);
    expect(parseRetryAfter(new Date(NOW + 90 * SECOND).toUTCString(), NOW)).toBe(90);
    expect(parseRetryAfter(new Date(NOW - 90 * SECOND).toUTCString(), NOW)).toBe(0);
    for (const odd of [null, "", "-5", "1.5", "soon", "Jan 2027", "1e9", "99999999999999999999"]) {
      expect(parseRetryAfter(odd, NOW)).toBe(0);
    }
  });
});
