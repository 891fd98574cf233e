import fc from "fast-check";
import { expect, test } from "vitest";
import { cohensKappa, type RatedPair } from "../../src/statistics/kappa.ts";

const repeated = (pair: RatedPair, times: number) => Array.from({ length: times }, () => pair);

const category = fc.constantFrom("a", "b", "c");
const pairs = fc.array(fc.tuple(category, category), { minLength: 1, maxLength: 40 });

test("H155 κ equals the published values of published tables", () => {
  // Cohen (1960), table 1: proportions of 200 judgements of two judges.
  const counts = [
    ["A", 88, 14, 18],
    ["B", 10, 40, 10],
    ["C", 2, 6, 12],
  ] as const;
  const cohen = counts.flatMap(([row, ...cells]) =>
    cells.flatMap((count, at) => repeated([row, "ABC"[at] ?? ""], count)),
  );
  expect(cohensKappa(cohen)).toBeCloseTo(0.492, 3);
});

test("H155 κ is null without pairs or with only one category, and 1 for full agreement", () => {
  expect(cohensKappa([])).toBeNull();
  expect(cohensKappa(repeated(["a", "a"], 5))).toBeNull();
  fc.assert(
    fc.property(fc.array(category, { minLength: 2 }), (said) => {
      const kappa = cohensKappa(said.map((each) => [each, each]));
      expect(kappa).toBe(new Set(said).size === 1 ? null : 1);
    }),
  );
});

test("H155 κ is at most the share of agreement, whatever the order, the raters and the names", () => {
  fc.assert(
    fc.property(pairs, (said) => {
      const kappa = cohensKappa(said);
      const swapped = said.map(([a, b]): RatedPair => [b, a]);
      const renamed = said.map(([a, b]): RatedPair => [`${a}!`, `${b}!`]);
      expect(cohensKappa(swapped)).toBe(kappa);
      expect(cohensKappa(renamed)).toBe(kappa);
      expect(cohensKappa(said.toReversed())).toBe(kappa);
      if (kappa === null) return;
      const share = said.filter(([a, b]) => a === b).length / said.length;
      expect(kappa).toBeGreaterThanOrEqual(-1);
      expect(kappa).toBeLessThanOrEqual(share + 1e-12);
    }),
  );
});

test("H155 raters who use their categories independently have κ 0", () => {
  fc.assert(
    fc.property(
      fc.array(category, { minLength: 1 }),
      fc.array(category, { minLength: 1 }),
      (a, b) => {
        const kappa = cohensKappa(a.flatMap((x) => b.map((y): RatedPair => [x, y])));
        if (kappa !== null) expect(kappa).toBeCloseTo(0, 12);
      },
    ),
  );
});
