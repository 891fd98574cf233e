/** Recognises the words of a statement in any spelling that a text may use for them. */

import { languageOf } from "../../../text/languages/language-of.ts";
import { withoutThousands } from "../../../text/spelling/shortened-thousands.ts";
import { otherHours } from "../../../text/times/same-hour.ts";
import { contentStems, letterLikeness } from "../../../text/words.ts";
import type { Need } from "../../needs/need.ts";

/** A set of words from the statement of a needed detail. A bit is 1 if its word is in the set. */
export interface WordBits {
  /** Bit n stands for the word at index n of `Need.core`. */
  readonly core: number;
  /** Bit n stands for the word at index n of `Need.around`. */
  readonly around: number;
}

interface Wanted extends WordBits {
  readonly stem: string;
}

/** Languages that write a compound as one word, such as "Zahnarzttermin" or "Nussallergie". */
export const COMPOUNDING: ReadonlySet<string> = new Set(["de", "nl"]);
/** Minimum number of letters of the last part of a compound, and of the first part. */
const [LEAST_HEAD, LEAST_MODIFIER] = [5, 4];
const LEAST_COMPOUND = 8;
const ONLY_LETTERS = /^\p{L}+$/u;

const NONE: WordBits = { core: 0, around: 0 };
const NO_WORDS: readonly Wanted[] = [];

export class WantedWords {
  readonly #letters: number;
  /**
   * Maps the first two letters of a word, as a number (see `startOf`), to the statement's words
   * that start with them. Only words with the same two letters can be similar.
   */
  readonly #byStart: ReadonlyMap<number, readonly Wanted[]>;
  /**
   * If the statement is German or Dutch, its words that can be the first or the last part of a
   * compound. For example, "Termin" is the last part of "Zahnarzttermin".
   */
  readonly #inCompounds: readonly Wanted[];
  readonly #known = new Map<string, WordBits>();

  /** @param letters minimum letter similarity at which two words count as equal */
  constructor(need: Need, letters: number) {
    this.#letters = letters;
    const wanted = [
      ...need.core.flatMap(({ stem }, bit) =>
        [stem, ...hoursLike(stem, need), ...thousandsLike(stem, need)].map((each) => ({
          stem: each,
          core: 1 << bit,
          around: 0,
        })),
      ),
      ...need.around.map(({ stem }, bit) => ({ stem, core: 0, around: 1 << bit })),
    ];
    const isCompounding = COMPOUNDING.has(languageOf(need.statement) ?? "");
    this.#inCompounds = isCompounding
      ? wanted.filter(({ stem }) => ONLY_LETTERS.test(stem))
      : NO_WORDS;
    this.#byStart = Map.groupBy(wanted, ({ stem }) => startOf(stem));
  }

  /** Returns the statement's words that are similar enough to `word`. */
  like(word: string): WordBits {
    const isLong = word.length >= LEAST_COMPOUND && this.#inCompounds.length > 0;
    const wanted = this.#byStart.get(startOf(word)) ?? NO_WORDS;
    if (wanted.length === 0 && !isLong) return NONE;
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    let [core, around] = [0, 0];
    for (const each of isLong ? [...wanted, ...this.#inCompounds] : wanted) {
      const isPart = isLong && isPartOf(each.stem, word);
      if (each.stem !== word && !isPart && !this.areAlike(each.stem, word)) continue;
      core |= each.core;
      around |= each.around;
    }
    const made = { core, around };
    this.#known.set(word, made);
    return made;
  }

  /** Returns the statement's words that are similar enough to one of `words`. */
  likeAny(words: readonly string[]): WordBits {
    let [core, around] = [0, 0];
    for (const word of words) {
      const bits = this.like(word);
      core |= bits.core;
      around |= bits.around;
    }
    return { core, around };
  }

  areAlike(a: string, b: string): boolean {
    return this.#letters < 1 && letterLikeness(a, b) >= this.#letters;
  }
}

/** Whether the stem is the first or the last part of a compound. */
export function isPartOf(stem: string, compound: string): boolean {
  if (compound.length < LEAST_COMPOUND) return false;
  const others = compound.length - stem.length;
  if (stem.length >= LEAST_HEAD && others > 2 && compound.endsWith(stem)) return true;
  const isBeginning = stem.length >= LEAST_MODIFIER && others >= LEAST_MODIFIER;
  return isBeginning && compound.startsWith(stem);
}

function hoursLike(stem: string, { statement, order }: Need): string[] {
  return /^\d/.test(stem) ? order.flatMap((words) => otherHours(stem, statement, words)) : [];
}

/**
 * If the message says "27" for an expected 27,000, the detail has the word "27". Returns "27000"
 * then, because another text can state the full amount.
 */
function thousandsLike(stem: string, { text }: Need): string[] {
  if (!/^\d/.test(stem)) return [];
  return contentStems(text).filter((each) => withoutThousands(each) === stem);
}

/** Encodes the first two letters of the word as a number. */
export function startOf(word: string): number {
  return word.charCodeAt(0) * 0x1_0000 + (word.length > 1 ? word.charCodeAt(1) : 0);
}
