/**
 * Compares a need's statement with one sentence by the order of the words: how much of the
 * statement the sentence has, and whether it replaces or omits each word of the detail.
 */

import { aligned } from "../../text/alignment.ts";
import type { Sentence } from "../../text/sentences.ts";
import { isFunctionWord, letterLikeness } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import { ENOUGH_BESIDE, FUNCTION_WEIGHT, IS_THERE, LETTERS_ALIKE } from "../thresholds.ts";

export interface Placement {
  /**
   * For each sentence of the statement, the share of its words beside the detail that this one has.
   */
  readonly stated: readonly number[];
  /** Words of the detail that a word replaces which no message uses; bits as in `core`. */
  readonly replaced: number;
  /** Words of the detail that are missing from the statement. */
  readonly missing: number;
  readonly time: "replaced" | "missing" | undefined;
  /** The words that replace words of the detail or of its time. */
  readonly standIns: ReadonlyMap<string, string>;
}

export type Placements = (need: Need, sentence: Sentence) => Placement;

/**
 * `wrong` are the words of an answer that was judged wrong: such a word is no paraphrase of the
 * detail.
 */
export function placements(corpus: MessageCorpus, wrong: ReadonlySet<string>): Placements {
  const known = new Map<Need, Map<Sentence, Placement>>();
  const weights = new Map<string, number>();
  const weight = (word: string) => {
    const found = weights.get(word);
    if (found !== undefined) return found;
    const made = isFunctionWord(word) ? FUNCTION_WEIGHT : corpus.rarity(word);
    weights.set(word, made);
    return made;
  };
  const terms = {
    weight,
    same: (a: string, b: string) => a === b || letterLikeness(a, b) >= LETTERS_ALIKE,
    isFresh: (word: string) =>
      !isFunctionWord(word) && !/\d/.test(word) && !corpus.isSpoken(word) && !wrong.has(word),
  };
  return (need, sentence) => {
    const ofNeed = known.get(need) ?? new Map<Sentence, Placement>();
    known.set(need, ofNeed);
    const found = ofNeed.get(sentence);
    if (found !== undefined) return found;
    const words = sentence.words();
    const parts = need.order.map((order) => {
      const places = beside(order, words, aligned(order, words, terms), terms);
      return place(need, order, places, terms);
    });
    const made = {
      stated: parts.map((part) => part.stated),
      replaced: parts.reduce((bits, part) => bits | part.replaced, 0),
      missing: parts.reduce((bits, part) => bits | part.missing, 0),
      time: parts.find((part) => part.time !== undefined)?.time,
      standIns: new Map(parts.flatMap((part) => [...part.standIns])),
    };
    ofNeed.set(sentence, made);
    return made;
  };
}

/**
 * Fills places that alignment leaves empty. If a neighbour of the word stands elsewhere in the
 * sentence, takes the unknown word on the same side of it.
 */
function beside(
  order: readonly string[],
  words: readonly string[],
  places: readonly (string | undefined)[],
  { same, isFresh }: { same(a: string, b: string): boolean; isFresh(word: string): boolean },
): (string | undefined)[] {
  return places.map((given, index) => {
    const word = order[index] ?? "";
    if (given !== undefined || isFunctionWord(word)) return given;
    for (const side of [1, -1]) {
      const neighbour = order[index + side];
      if (neighbour === undefined || isFunctionWord(neighbour)) continue;
      const at = words.findIndex((other) => same(neighbour, other));
      const other = at < 0 ? undefined : words[at - side];
      if (other !== undefined && isFresh(other)) return other;
    }
    return undefined;
  });
}

function place(
  { core, timeWords }: Need,
  order: readonly string[],
  places: readonly (string | undefined)[],
  { weight, same }: { weight(word: string): number; same(a: string, b: string): boolean },
): Omit<Placement, "stated"> & { stated: number } {
  const inCore = new Map(core.map(({ stem }, bit) => [stem, bit]));
  let [asked, found, replaced, total, stated] = [0, 0, 0, 0, 0];
  let time: Placement["time"];
  const standIns = new Map<string, string>();
  for (const [index, word] of order.entries()) {
    const given = places[index];
    const bit = inCore.get(word);
    if (bit !== undefined) {
      asked |= 1 << bit;
      if (given !== undefined && same(word, given)) found |= 1 << bit;
      else if (given !== undefined) {
        replaced |= 1 << bit;
        standIns.set(word, given);
      }
    } else if (timeWords.has(word)) {
      time = given === undefined ? (time ?? "missing") : "replaced";
      if (given !== undefined) standIns.set(word, given);
    } else {
      total += weight(word);
      if (given !== undefined && same(word, given)) stated += weight(word);
    }
  }
  const share = stated / Math.max(total, ENOUGH_BESIDE);
  const isThere = share >= IS_THERE;
  return {
    stated: share,
    replaced: replaced & ~found,
    missing: isThere ? asked & ~(found | replaced) : 0,
    time: isThere || time === "replaced" ? time : undefined,
    standIns,
  };
}
