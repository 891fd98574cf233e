/** Maximum wrong, missing or swapped letters. */
const MAX_SLIPS = 2;

/** Returns the known word nearest to `word`, ignoring case. Undefined if no word is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    // Skip words of very different length: they are never near. Skipping also bounds the time.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= MAX_SLIPS)
    .map((candidate) => ({
      candidate,
      slips: slipsBetween(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, slips }) => slips <= Math.min(MAX_SLIPS, candidate.length / 2))
    .sort((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/**
 * Returns the minimum number of letters to insert, remove, replace, or swap with a neighbour to
 * turn `a` into `b`.
 */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          (current[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
