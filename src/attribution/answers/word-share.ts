/** How much of some words a text has, forms of a word counted as nearly the word. */
import { letterLikeness } from "../../text/words.ts";
import { ANSWER_WORDS_ALIKE } from "../thresholds.ts";

/** How alike the most similar of the given words is, 0 where none is. */
export function bestLikeness(stem: string, given: Iterable<string>): number {
  let best = 0;
  for (const other of given) {
    const like = letterLikeness(stem, other);
    if (like > best) best = like;
    if (best === 1) break;
  }
  return best >= ANSWER_WORDS_ALIKE ? best : 0;
}

/** The weighted share of the wanted words; `without` where none is wanted. */
export function wordShare(
  wanted: readonly string[],
  given: Iterable<string>,
  weight: (stem: string) => number = () => 1,
  without = 0,
): number {
  let [total, found] = [0, 0];
  for (const stem of wanted) {
    total += weight(stem);
    found += weight(stem) * bestLikeness(stem, given);
  }
  return total === 0 ? without : found / total;
}

/** Longer words say more, where nothing is known of how rare they are. */
export function byLength(stem: string): number {
  return Math.min(3, Math.max(1, stem.length / 3));
}
