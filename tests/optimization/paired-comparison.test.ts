import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePaired, comparisonSentence } from "../../src/statistics/mcnemar.ts";

const count = fc.integer({ min: 0, max: 400 });
const counts = fc.record({ bothRight: count, bothWrong: count, gained: count, lost: count });

/**
 * Probability of `heads` heads in `throws` throws of a fair coin, from the number of combinations.
 */
function binomial(throws: number, heads: number): number {
  let ways = 1;
  for (let at = 1; at <= heads; at++) ways = (ways * (throws - at + 1)) / at;
  return ways / 2 ** throws;
}

test("Y10 the probability is that of McNemar's exact two-sided test", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 30 }),
      (gained, lost) => {
        const throws = gained + lost;
        const uneven = Array.from({ length: throws + 1 }, (_, heads) => heads).filter(
          (heads) => Math.abs(2 * heads - throws) >= Math.abs(gained - lost),
        );
        const expected = uneven.reduce((sum, heads) => sum + binomial(throws, heads), 0);
        const { p } = comparePaired({ bothRight: 3, bothWrong: 4, gained, lost });
        expect(p).toBeCloseTo(Math.min(1, expected), 9);
      },
    ),
  );
});

test("Y10 swapping the experiments swaps better and worse, and only a clear difference counts", () => {
  fc.assert(
    fc.property(counts, (given) => {
      const now = comparePaired(given);
      const other = comparePaired({ ...given, gained: given.lost, lost: given.gained });
      expect(other.p).toBe(now.p);
      expect(other.low).toBeCloseTo(-now.high, 12);
      expect(now.verdict === "unclear").toBe(now.p >= 0.05);
      expect(now.verdict === "better").toBe(now.p < 0.05 && given.gained > given.lost);
      const pairs = given.bothRight + given.bothWrong + given.gained + given.lost;
      expect(now.difference).toBe(pairs === 0 ? null : (given.gained - given.lost) / pairs);
      if (now.difference !== null) {
        expect(comparisonSentence(given, now)).toContain(`${given.gained} gained`);
      }
    }),
  );
});

test("Y10 the interval contains the true difference in at least 93 of 100 outcomes of forty pairs", () => {
  const pairs = 40;
  for (const [gain, loss] of [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.05, 0.02],
    [0.45, 0.05],
  ] as const) {
    let covered = 0;
    let term = (1 - gain - loss) ** pairs;
    for (let gained = 0; gained <= pairs; gained++) {
      let inner = term;
      for (let lost = 0; lost <= pairs - gained; lost++) {
        const rest = { bothRight: pairs - gained - lost, bothWrong: 0 };
        const { low, high } = comparePaired({ ...rest, gained, lost });
        if (low <= gain - loss && gain - loss <= high) covered += inner;
        inner *= ((pairs - gained - lost) / (lost + 1)) * (loss / (1 - gain - loss));
      }
      term *= ((pairs - gained) / (gained + 1)) * (gain / (1 - gain - loss));
    }
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThanOrEqual(1 + 1e-9);
  }
});
