/**
 * Finds the words of a needed detail's statement in a sentence. The result depends on `letters`,
 * which says how similar two words must be. It depends on nothing else in a match profile. So all
 * match profiles with the same `letters` share one cached result.
 */

import { excludeEachOther } from "../../../text/denial/exclusive-words.ts";
import { synonymsOf } from "../../../text/denial/opposite-events.ts";
import { givesOtherTitle } from "../../../text/languages/labels/courtesy-titles.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import { lengthStems } from "../../needs/expected-answer.ts";
import { type Need, namesOther } from "../../needs/need.ts";
import { RECOGNISED } from "../../thresholds.ts";
import { isReassigned } from "./reassigned.ts";
import { isExchanged, isExcluded, isOpposed, isTurned } from "./role-swap.ts";
import { StatementDenial } from "./statement-denial.ts";
import { WantedWords, type WordBits } from "./wanted-words.ts";

const NONE: WordBits = { core: 0, around: 0 };

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
  /**
   * A sentence in another language states the detail only if it has these words of the detail: the
   * figures with at least two digits. If the detail has no such figure, these are all its words.
   * Each word is one bit.
   */
  readonly untranslated: number;
  /** Whether the detail has a time, or a figure with at least two digits. */
  readonly hasFigures: boolean;
  readonly #wanted: WantedWords;
  readonly #denial: StatementDenial;
  /** The words of the detail in order, with titles such as "Dr". */
  readonly #named: readonly string[];
  /** For each word of `Need.core`, patterns for words of the same meaning. */
  #synonyms: readonly (readonly RegExp[])[] | undefined;
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
    const figures = all.filter(({ stem }) => TWO_DIGITS.test(stem));
    this.hasFigures = figures.length > 0 || need.days !== undefined;
    const kept = figures.length > 0 ? figures : all;
    this.untranslated = kept.reduce((bits, { bit }) => bits | bit, 0);
    this.#wanted = new WantedWords(need, letters);
    this.#denial = new StatementDenial(need, this.#wanted);
    this.#named = contentStems(need.text);
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
    return this.#wanted.like(word);
  }

  /**
   * Tells how strongly the sentences say the opposite of the statement. A sentence that says the
   * opposite repeats words of the statement, and its result is the sum of the weights of these
   * words. Returns the largest result of all sentences; 0 if no sentence says the opposite. A short
   * record with several fields can say the opposite only with all its fields together. For such a
   * record, returns infinity.
   */
  againstAny(sentences: readonly Sentence[]): number {
    if (!this.#denial.isPossible) return 0;
    if (this.#denial.isOppositeRecord(sentences)) return Number.POSITIVE_INFINITY;
    return sentences.reduce((max, each) => Math.max(max, this.#against(each)), 0);
  }

  #against(sentence: Sentence): number {
    const { core, around } = this.#wordsIn(sentence);
    const found = weighed(core, this.core) + weighed(around, this.around);
    if (found === 0 || found < RECOGNISED * (this.coreTotal + this.aroundTotal)) return 0;
    return this.#denial.denies(sentence) || (core !== 0 && this.#denial.rejects(sentence))
      ? found
      : 0;
  }

  #stated(sentence: Sentence): WordBits {
    const found = this.#wordsIn(sentence);
    const { core, around } = found;
    // A sentence with the same words but the opposite polarity makes the opposite statement.
    if ((core | around) === 0 || this.#denial.denies(sentence)) return NONE;
    if (this.need.days !== undefined && isOpposed(this.need, sentence)) return NONE;
    if (this.#denial.declines(sentence)) return NONE;
    const isOther =
      core !== 0 && (this.#denial.rejects(sentence) || this.#denial.reverses(sentence));
    return isOther ? { core: 0, around } : found;
  }

  #wordsIn(sentence: Sentence): WordBits {
    let { core, around } = this.#wanted.likeAny(sentence.stems);
    const { lengths } = this.need;
    if (lengths.length > 0) {
      const bits = this.#wanted.likeAny(lengthStems(lengths, sentence.lengths()));
      core |= bits.core;
      around |= bits.around;
    }
    if (this.need.negated !== undefined) core |= this.#sameEvents(sentence);
    const isOther =
      core !== 0 &&
      (isOtherwise(this.need, sentence) ||
        givesOtherTitle(this.#named, sentence.stems) ||
        this.isExcludedBy(sentence));
    return { core: isOther ? 0 : core, around };
  }

  /**
   * Whether the sentence has a word that excludes a word of the detail: "right" for "left", or a
   * similar name of another person.
   */
  isExcludedBy({ stems }: Sentence): boolean {
    const { answer, core } = this.need;
    if (namesOther(stems, this.need)) return true;
    if (answer === undefined) return false;
    return core.some(
      ({ stem }) => !stems.includes(stem) && stems.some((other) => excludeEachOther(stem, other)),
    );
  }

  /**
   * Returns one bit for each word of the detail. A bit is 1 if the sentence has a word with the
   * same meaning.
   */
  #sameEvents({ text }: Sentence): number {
    this.#synonyms ??= this.need.core.map(({ stem }) => synonymsOf(stem));
    return this.#synonyms.reduce(
      (bits, groups, bit) => (groups.some((group) => group.test(text)) ? bits | (1 << bit) : bits),
      0,
    );
  }
}

/** Matches a number with at least two digits. Two texts seldom share such a number by chance. */
const TWO_DIGITS = /^\d[\d.:]+$/;

/** Whether the sentence has the detail's words, but states another fact with them. */
function isOtherwise(need: Need, sentence: Sentence): boolean {
  return [isExchanged, isReassigned, isTurned, isExcluded, isOpposed].some((test) =>
    test(need, sentence),
  );
}

/** Returns the sum of some weights. Bit n of `bits` is 1 if the weight at index n is included. */
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
