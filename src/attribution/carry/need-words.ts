/**
 * Finds the words of a needed detail's statement in a sentence. A match profile influences the
 * result only by `letters`, which says how similar two words must be. So all match profiles with
 * the same `letters` use the same cached result.
 */

import { clockMentions, twinClock } from "../../text/clock-times.ts";
import {
  declinesWhatOtherAccepts,
  deniesWithoutNot,
} from "../../text/denial/denial-without-not.ts";
import { deniesAnother } from "../../text/denial/denied-words.ts";
import { durations, isSameLength } from "../../text/durations.ts";
import { givesOtherTitle } from "../../text/languages/labels/courtesy-titles.ts";
import { languageOf } from "../../text/languages/language-of.ts";
import { isNegated } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems, letterLikeness } from "../../text/words.ts";
import type { Need } from "../needs/need.ts";
import { isExchanged, isExcluded, isReassigned } from "./role-swap.ts";

/** A set of words from the statement of a needed detail. A bit is 1 if its word is in the set. */
export interface WordBits {
  /** Bit n stands for the word at index n of `Need.core`. */
  readonly core: number;
  /** Bit n stands for the word at index n of `Need.around`. */
  readonly around: number;
}

/** Languages that write a compound as one word: "Zahnarzttermin" is a "Termin". */
const COMPOUNDING: ReadonlySet<string> = new Set(["de", "nl"]);
const HEAD = /^\p{L}{5,}$/u;
const LEAST_COMPOUND = 8;

const NONE: WordBits = { core: 0, around: 0 };

interface Wanted extends WordBits {
  readonly stem: string;
}

const NO_WORDS: readonly Wanted[] = [];

export class NeedWords {
  readonly need: Need;
  /** Minimum letter similarity at which two words count as equal. */
  readonly letters: number;
  /** Whether the statement has any words to compare. */
  readonly hasAny: boolean;
  /** Weights of the words in `Need.core`, in the same order. */
  readonly core: readonly number[];
  readonly around: readonly number[];
  readonly coreTotal: number;
  readonly aroundTotal: number;
  /** The words of the detail that a translation keeps, as bits: its large figures, or all words. */
  readonly untranslated: number;
  /** Whether the detail is a day, or has large figures. */
  readonly hasFigures: boolean;
  /**
   * Maps a word start, which is the first two letters as a number (see `startOf`), to the
   * statement's words with this start. Only words with the same start can be similar.
   */
  readonly #wanted: ReadonlyMap<number, readonly Wanted[]>;
  /** The duration of the detail in days, and its words as bits; undefined if it has none. */
  readonly #duration: { readonly days: number; readonly core: number } | undefined;
  /** The words of the detail in order, with the titles of names. */
  readonly #named: readonly string[];
  /** German and Dutch words that can be the last part of a compound, such as "Termin". */
  readonly #heads: readonly Wanted[];
  readonly #ofWord = new Map<string, WordBits>();
  readonly #ofSentence = new Map<Sentence, WordBits>();

  constructor(need: Need, letters: number) {
    this.need = need;
    this.letters = letters;
    this.core = need.core.map(({ weight }) => weight);
    this.around = need.around.map(({ weight }) => weight);
    this.hasAny = this.core.length + this.around.length > 0;
    this.coreTotal = sum(this.core);
    this.aroundTotal = sum(this.around);
    const all = need.core.map(({ stem }, bit) => ({ stem, bit: 1 << bit }));
    const figures = all.filter(({ stem }) => LARGE_FIGURE.test(stem));
    this.hasFigures = figures.length > 0 || need.days !== undefined;
    const kept = figures.length > 0 ? figures : all;
    this.untranslated = kept.reduce((bits, { bit }) => bits | bit, 0);
    this.#duration = durationOf(need);
    this.#named = contentStems(need.text);
    const said = new Set(need.words.map(({ stem }) => stem));
    const clocks = need.core.flatMap(({ stem }, bit) => {
      const twin = twinClock(stem);
      if (twin === undefined || !(said.has(twin) || isVague(stem, need.statement))) return [];
      return [{ stem: twin, core: 1 << bit, around: 0 }];
    });
    const wanted = [
      ...clocks,
      ...need.core.map(({ stem }, bit) => ({ stem, core: 1 << bit, around: 0 })),
      ...need.around.map(({ stem }, bit) => ({ stem, core: 0, around: 1 << bit })),
    ];
    const isCompounding = COMPOUNDING.has(languageOf(need.statement) ?? "");
    this.#heads = isCompounding ? wanted.filter(({ stem }) => HEAD.test(stem)) : NO_WORDS;
    this.#wanted = Map.groupBy(wanted, ({ stem }) => startOf(stem));
  }

  /**
   * Returns the statement's words that the sentence has. If the sentence has all words but swaps
   * two of them (see `role-swap.ts`), it makes another statement. Then the words of the detail
   * itself are left out of the result.
   */
  in(sentence: Sentence): WordBits {
    const known = this.#ofSentence.get(sentence);
    if (known !== undefined) return known;
    const made = this.#stated(sentence);
    this.#ofSentence.set(sentence, made);
    return made;
  }

  hasAnyIn(sentence: Sentence): boolean {
    const { core, around } = this.in(sentence);
    return (core | around) !== 0;
  }

  /** Returns the statement's words that are similar enough to `word`. */
  like(word: string): WordBits {
    const isLong = word.length >= LEAST_COMPOUND && this.#heads.length > 0;
    const wanted = this.#wanted.get(startOf(word)) ?? NO_WORDS;
    if (wanted.length === 0 && !isLong) return NONE;
    const known = this.#ofWord.get(word);
    if (known !== undefined) return known;
    let [core, around] = [0, 0];
    for (const each of isLong ? [...wanted, ...this.#heads] : wanted) {
      const isHead = isLong && word.length > each.stem.length + 2 && word.endsWith(each.stem);
      if (each.stem !== word && !isHead && !this.#isAlike(each.stem, word)) continue;
      core |= each.core;
      around |= each.around;
    }
    const made = { core, around };
    this.#ofWord.set(word, made);
    return made;
  }

  #stated(sentence: Sentence): WordBits {
    let [core, around] = [0, 0];
    for (const word of sentence.stems) {
      const bits = this.like(word);
      core |= bits.core;
      around |= bits.around;
    }
    const length = this.#duration;
    if (length !== undefined && (core & length.core) !== length.core) {
      if (durations(sentence.text).some(({ days }) => isSameLength(days, length.days)))
        core |= length.core;
    }
    if (core !== 0 && isOtherwise(this.need, sentence)) core = 0;
    if (core !== 0 && givesOtherTitle(this.#named, sentence.stems)) core = 0;
    if ((core | around) === 0) return NONE;
    const { negated } = this.need;
    // The same words with the opposite polarity make the opposite statement.
    if (negated !== undefined && isOpposite(this.need.statement, negated, sentence.text))
      return NONE;
    if (declinesWhatOtherAccepts(this.need.statement, sentence.text)) return NONE;
    if (negated === true && deniesAnother(this.need.statement, sentence.text)) return NONE;
    return { core, around };
  }

  #isAlike(a: string, b: string): boolean {
    return this.letters < 1 && letterLikeness(a, b) >= this.letters;
  }
}

/** Matches a figure that texts seldom share by chance. */
const LARGE_FIGURE = /^\d[\d.:]+$/;

/** Whether the sentence uses the detail's words for another fact than the statement. */
function isOtherwise(need: Need, sentence: Sentence): boolean {
  return isExchanged(need, sentence) || isReassigned(need, sentence) || isExcluded(need, sentence);
}

/** Whether the statement says the clock time without a part of the day: "halb acht" can be 19:30. */
function isVague(clock: string, statement: string): boolean {
  return clockMentions(statement).some(({ time, isVague }) => isVague && time === clock);
}

/** Returns the only duration of the detail. A text may state it in another unit. */
function durationOf({ text, core }: Need) {
  const [length, ...others] = durations(text);
  if (length === undefined || others.length > 0) return undefined;
  const stems = new Set(contentStems(length.text));
  const bits = core.reduce((all, { stem }, bit) => (stems.has(stem) ? all | (1 << bit) : all), 0);
  return bits === 0 ? undefined : { days: length.days, core: bits };
}

/** Encodes the first two letters of the word as a number. */
export function startOf(word: string): number {
  return word.charCodeAt(0) * 0x1_0000 + (word.length > 1 ? word.charCodeAt(1) : 0);
}

/** Returns the sum of the weights whose bits are set. */
export function weighed(bits: number, weights: readonly number[]): number {
  let total = 0;
  for (let rest = bits, index = 0; rest !== 0; rest >>>= 1, index += 1) {
    if (rest & 1) total += weights[index] ?? 0;
  }
  return total;
}

function sum(weights: readonly number[]): number {
  return weights.reduce((total, weight) => total + weight, 0);
}

/**
 * Whether one of the texts denies and the other does not. Some words deny without "not". For
 * example, "I quit smoking" and "she does not smoke" both deny.
 */
function isOpposite(statement: string, isDenied: boolean, sentence: string): boolean {
  if (isNegated(sentence) === isDenied) return false;
  return !deniesWithoutNot(isDenied ? sentence : statement);
}
