/** Measures how much more often two raters agree than they would agree by chance. */

/** The categories that two raters gave to the same item. */
export type RatedPair = readonly [string, string];

/**
 * Cohen's κ for nominal categories: 1 for full agreement, 0 for agreement by chance. J. Cohen
 * (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement
 * 20(1), 37–46.
 * @returns null if there are no pairs, or if both raters gave the same single category to all items
 */
export function cohensKappa(pairs: readonly RatedPair[]): number | null {
  const first = new Map<string, number>();
  const second = new Map<string, number>();
  let same = 0;
  for (const [a, b] of pairs) {
    first.set(a, (first.get(a) ?? 0) + 1);
    second.set(b, (second.get(b) ?? 0) + 1);
    if (a === b) same += 1;
  }
  // Divide only at the end: whole numbers have no rounding errors, so full agreement gives exactly
  // 1.
  let byChance = 0;
  for (const [category, count] of first) byChance += count * (second.get(category) ?? 0);
  const all = pairs.length ** 2;
  return byChance === all ? null : (pairs.length * same - byChance) / (all - byChance);
}
