/** Measures how well a score separates true items from false items. */

export interface Scored {
  readonly score: number;
  readonly isTrue: boolean;
}

/**
 * Returns the probability that a random true item scores higher than a random false item. Equal
 * scores count as half.
 */
export function areaUnderCurve(scored: readonly Scored[]): number {
  const sorted = scored.toSorted((a, b) => a.score - b.score);
  let [below, sum, trues] = [0, 0, 0];
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end += 1;
    const group = sorted.slice(start, end);
    const isTrue = group.filter((each) => each.isTrue).length;
    sum += isTrue * (below + (group.length - isTrue) / 2);
    below += group.length - isTrue;
    trues += isTrue;
    start = end;
  }
  return sum / (trues * below);
}

/**
 * Returns the share of true items that score above a threshold. The threshold accepts at most
 * `falseShare` of the false items.
 */
export function recallAt(scored: readonly Scored[], falseShare: number): number {
  const threshold = thresholdAt(scored, falseShare);
  const trues = scored.filter(({ isTrue }) => isTrue);
  return trues.filter(({ score }) => score > threshold).length / trues.length;
}

/** Returns the lowest threshold that accepts at most `falseShare` of the false items. */
export function thresholdAt(scored: readonly Scored[], falseShare: number): number {
  const falses = scored.filter(({ isTrue }) => !isTrue).map(({ score }) => score);
  falses.sort((a, b) => b - a);
  return falses[Math.floor(falseShare * falses.length)] ?? 0;
}
