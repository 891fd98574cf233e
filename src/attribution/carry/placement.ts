/**
 * Aligns the statement of a detail with one sentence. This shows which words of the detail the
 * sentence has replaced by other words.
 */

import { aligned } from "../../text/alignment.ts";
import { excludeEachOther } from "../../text/denial/exclusive-words.ts";
import { isHangul } from "../../text/languages/korean-particles.ts";
import { UNSPACED } from "../../text/languages/unspaced-words.ts";
import type { Sentence } from "../../text/sentences.ts";
import { MONTHS, WEEKDAYS } from "../../text/times.ts";
import { contentStems, isFunctionWord, letterLikeness } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import { FUNCTION_WEIGHT, LETTERS_ALIKE } from "../thresholds.ts";

export interface Placement {
  /** Words of the detail that the sentence replaces, as bits (see `WordBits.core`). */
  readonly replaced: number;
  readonly isTimeReplaced: boolean;
  /** Maps a word of the detail, or of its time, to its replacement in the sentence. */
  readonly standIns: ReadonlyMap<string, string>;
}

export type Placements = (need: Need, sentence: Sentence) => Placement;

/** @param wrong words of an answer that was judged wrong; they never count as paraphrases */
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
    const names = capitals(need.statement, INNER_NAME);
    const capitalised = capitals(sentence.text, CAPITALISED);
    // A name can be replaced by another name, such as a nickname, but not by an ordinary word.
    const mayBeName = (word: string, given: string) =>
      capitalised.has(given) && (!OF_CALENDAR.has(given) || OF_CALENDAR.has(word));
    const mayReplace = (word: string, given: string) =>
      (!names.has(word) || mayBeName(word, given)) && !excludeEachOther(word, given);
    const parts = need.order.map((order) => {
      const places = placesByNeighbours(order, words, aligned(order, words, terms), terms).map(
        (given, index) =>
          given !== undefined && mayReplace(order[index] ?? "", given) ? given : undefined,
      );
      return place(need, order, places, terms.same);
    });
    const made = {
      replaced: parts.reduce((bits, part) => bits | part.replaced, 0),
      isTimeReplaced: parts.some((part) => part.isTimeReplaced),
      standIns: new Map(parts.flatMap((part) => [...part.standIns])),
    };
    ofNeed.set(sentence, made);
    return made;
  };
}

/**
 * Stems of capitalised words that never stand for the name of a person or thing. "May" is left out,
 * because it can be a name.
 */
const OF_CALENDAR = new Set(
  [...WEEKDAYS, ...MONTHS].filter((name) => name !== "may").flatMap(contentStems),
);

/** Matches a capitalised word that does not begin a sentence. */
const INNER_NAME = /(?<=[\p{L}\p{N},;:]["'’)]?\s["“(]?)\p{Lu}[\p{L}\p{M}'’-]*/gu;
const CAPITALISED = /\p{Lu}[\p{L}\p{M}'’-]*/gu;

function capitals(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set((text.match(pattern) ?? []).flatMap(contentStems));
}

/**
 * For each word of the statement that is not in the sentence, finds the word that replaces it. For
 * example, the statement is "loves cats", and the sentence is "adores cats". Both have "cats". The
 * word before "cats" is "loves" in the statement and "adores" in the sentence, so "adores" replaces
 * "loves". Here, the neighbour "cats" comes after the missing word "loves". If this neighbour does
 * not help, the neighbour before the missing word is used in the same way. Only a word that occurs
 * in no message can be a replacement.
 */
function placesByNeighbours(
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
  { core, timeWords, lengths }: Need,
  order: readonly string[],
  places: readonly (string | undefined)[],
  same: (a: string, b: string) => boolean,
): Placement {
  const inCore = new Map(core.map(({ stem }, bit) => [stem, bit]));
  // A time with a number, such as "in 11 days", has no paraphrase, because operations copy numbers.
  // So another word in its place is an error, and not a replacement.
  const isCounted =
    [...timeWords].some((word) => /^\d/.test(word)) &&
    lengths.some(({ stems }) => stems.some((stem) => timeWords.has(stem)));
  let [found, replaced, isTimeReplaced] = [0, 0, false];
  const standIns = new Map<string, string>();
  for (const [index, word] of order.entries()) {
    const given = places[index];
    const bit = inCore.get(word);
    if (given === undefined || (bit === undefined && !timeWords.has(word))) continue;
    if (bit !== undefined && same(word, given)) found |= 1 << bit;
    // `word` is a number, and `given` stands in its place. No operation paraphrases a number, so
    // `given` does not replace the number.
    else if (bit !== undefined && /^\d/.test(word)) continue;
    // `word` belongs to a time, and the sentence has `given` in its place. In Chinese or Korean,
    // for example, such a word can be only a part of the time. So do not count `given` as a
    // replacement. The tracer reads times in these languages in another way.
    else if (bit === undefined && (isCounted || isUnspaced(word) || isUnspaced(given))) continue;
    else {
      standIns.set(word, given);
      if (bit === undefined) isTimeReplaced = true;
      else replaced |= 1 << bit;
    }
  }
  return { replaced: replaced & ~found, isTimeReplaced, standIns };
}

function isUnspaced(word: string): boolean {
  return UNSPACED.test(word) || isHangul(word);
}
