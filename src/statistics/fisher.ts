/**
 * Fisher's exact test. It computes how probable it is that two shares differ at least as much as
 * observed, if only chance makes them different.
 */

/**
 * The test counts all results that are at most as probable as the observed one. Because of rounding
 * errors, an equally probable result can seem slightly more probable. The limit is multiplied by
 * this factor, so that such a result is counted too.
 */
const ROUNDING = 1 + 1e-7;

/**
 * Returns the two-sided p-value. In the first group, `a` of `ofA` items have a property; in the
 * second group, `b` of `ofB`.
 */
export function fisher(a: number, ofA: number, b: number, ofB: number): number {
  const total = ofA + ofB;
  const withTrait = a + b;
  const logs = logFactorials(total);
  const log = (n: number) => logs[n] ?? 0;
  const margins = log(ofA) + log(ofB) + log(withTrait) + log(total - withTrait) - log(total);
  const probabilityOf = (x: number) =>
    Math.exp(margins - log(x) - log(ofA - x) - log(withTrait - x) - log(ofB - withTrait + x));
  const observed = probabilityOf(a) * ROUNDING;
  let p = 0;
  for (let x = Math.max(0, withTrait - ofB); x <= Math.min(ofA, withTrait); x++) {
    const probability = probabilityOf(x);
    if (probability <= observed) p += probability;
  }
  return Math.min(1, p);
}

function logFactorials(upTo: number): Float64Array {
  const logs = new Float64Array(upTo + 1);
  for (let n = 2; n <= upTo; n++) logs[n] = (logs[n - 1] ?? 0) + Math.log(n);
  return logs;
}
