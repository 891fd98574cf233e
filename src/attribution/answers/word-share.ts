/**
 * Computes which share of the wanted words a text has. A similar word counts almost as much as the
 * same word.
 */
import { letterLikeness } from "../../text/words.ts";
import { ANSWER_WORDS_ALIKE } from "../thresholds.ts";

/**
 * Returns the similarity (0 to 1) of `stem` to the most similar word in `given`; 0 if none is
 * similar enough.
 */
export function bestLikeness(stem: string, given: ReadonlySet<string>): number {
  if (given.has(stem)) return 1;
  let best = 0;
  for (const other of given) {
    const like = letterLikeness(stem, other);
    if (like > best) best = like;
  }
  return best >= ANSWER_WORDS_ALIKE ? best : 0;
}

/**
 * Returns the weighted share of the wanted words that the text has. If `wanted` is empty, returns
 * `without`.
 */
export function wordShare(
  wanted: readonly string[],
  given: Iterable<string>,
  weight: (stem: string) => number = () => 1,
  without = 0,
): number {
  const said = given instanceof Set ? given : new Set(given);
  let [total, found] = [0, 0];
  for (const stem of wanted) {
    total += weight(stem);
    found += weight(stem) * bestLikeness(stem, said);
  }
  return total === 0 ? without : found / total;
}

/** Weight of a word for which no rarity is known. Longer words are usually rarer. */
export function byLength(stem: string): number {
  return Math.min(3, Math.max(1, stem.length / 3));
}
