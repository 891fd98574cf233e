import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitLogistic, type Observation } from "../../src/statistics/logistic.ts";

/** Makes observations of one feature: for each value, `holds` of `all` are true. */
function observed(counts: readonly (readonly [feature: number, holds: number, all: number])[]) {
  return counts.flatMap(([feature, holds, all]) =>
    Array.from(
      { length: all },
      (_, index): Observation => ({
        features: [feature],
        holds: index < holds,
        weight: 1,
      }),
    ),
  );
}

describe("logistic regression", () => {
  it("E15 without features, the intercept is the log-odds of the outcome", () => {
    const rows = observed([[0, 80, 100]]).map((row) => ({ ...row, features: [] }));
    expect(fitLogistic(rows, 0)[0]).toBeCloseTo(Math.log(4), 3);
  });

  it("E15 the weight of a feature is the difference that the feature makes", () => {
    const [none, weight] = fitLogistic(
      observed([
        [0, 500, 1000],
        [1, 900, 1000],
      ]),
      1,
    );
    expect(none).toBeCloseTo(0, 1);
    expect(weight).toBeCloseTo(Math.log(9), 1);
  });

  it("E15 the same observations in any order give the same weights", () => {
    const observation = fc.record({
      features: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
      holds: fc.boolean(),
      weight: fc.constantFrom(0.35, 1),
    });
    fc.assert(
      fc.property(fc.array(observation, { minLength: 1, maxLength: 40 }), (rows) => {
        const [forwards, backwards] = [rows, rows.toReversed()].map((each) => fitLogistic(each, 2));
        for (const [index, weight] of (forwards ?? []).entries())
          expect(backwards?.[index]).toBeCloseTo(weight, 3);
      }),
    );
  });
});
