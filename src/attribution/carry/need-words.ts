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
import { clauseWith, deniesAnother } from "../../text/denial/denied-words.ts";
import { comparedEvents, hasSynonym } from "../../text/denial/opposite-events.ts";
import { chosenIn, rejects } from "../../text/denial/rejected-side.ts";
import { givesOtherTitle } from "../../text/languages/labels/courtesy-titles.ts";
import { languageOf } from "../../text/languages/language-of.ts";
import { isNegated } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { otherHours } from "../../text/times/same-hour.ts";
import { contentStems, letterLikeness } from "../../text/words.ts";
import { lengthStems } from "../needs/expected-answer.ts";
import type { Need } from "../needs/need.ts";
import { RECOGNISED } from "../thresholds.ts";
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
  /**
   * The words of the detail that a sentence in another language must have, as bits: the large
   * figures, or all words if there are no large figures.
   */
  readonly untranslated: number;
  /** Whether the detail has a time or large figures. */
  readonly hasFigures: boolean;
  /**
   * Maps the first two letters of a word, as a number (see `startOf`), to the statement's words
   * that start with them. Only words with the same two letters can be similar.
   */
  readonly #wanted: ReadonlyMap<number, readonly Wanted[]>;
  /** Stems of the words in `Need.core`. */
  readonly #stems: ReadonlySet<string>;
  /** Whether the statement rejects something, as in "tea rather than coffee". */
  readonly #mayReject: boolean;
  /** The words of the detail in order, with titles such as "Dr". */
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
    this.#stems = new Set(need.core.map(({ stem }) => stem));
    this.#mayReject = rejects(need.statement);
    this.hasAny = this.core.length + this.around.length > 0;
    this.coreTotal = sum(this.core);
    this.aroundTotal = sum(this.around);
    const all = need.core.map(({ stem }, bit) => ({ stem, bit: 1 << bit }));
    const figures = all.filter(({ stem }) => LARGE_FIGURE.test(stem));
    this.hasFigures = figures.length > 0 || need.days !== undefined;
    const kept = figures.length > 0 ? figures : all;
    this.untranslated = kept.reduce((bits, { bit }) => bits | bit, 0);
    this.#named = contentStems(need.text);
    const said = new Set(need.words.map(({ stem }) => stem));
    const clocks = need.core.flatMap(({ stem }, bit) => {
      const twin = twinClock(stem);
      if (twin === undefined || !(said.has(twin) || isVague(stem, need.statement))) return [];
      return [{ stem: twin, core: 1 << bit, around: 0 }];
    });
    const wanted = [
      ...clocks,
      ...need.core.flatMap(({ stem }, bit) =>
        [stem, ...hoursLike(stem, need)].map((each) => ({ stem: each, core: 1 << bit, around: 0 })),
      ),
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

  /**
   * Returns the weight of the statement's words in the sentence that most clearly says the opposite
   * of the statement; 0 if none does. The result is infinite if the fields of a short record say the
   * opposite together.
   */
  againstAny(sentences: readonly Sentence[]): number {
    if (this.need.negated === undefined && !this.#mayReject) return 0;
    const { statement } = this.need;
    const isRecord =
      sentences.length > 1 &&
      sentences.length <= MAX_FIELDS &&
      !sentences.some(({ text }) => comparedEvents(statement, text) === "same");
    if (isRecord && this.#isOppositeRecord(joined(sentences))) return Number.POSITIVE_INFINITY;
    return sentences.reduce((max, each) => Math.max(max, this.#against(each)), 0);
  }

  #isOppositeRecord(record: Said): boolean {
    if (this.#isRefuted(record)) return true;
    return (
      record.stems.some((stem) => this.like(stem).core !== 0) &&
      comparedEvents(this.need.statement, record.text) === "opposite"
    );
  }

  #against(sentence: Sentence): number {
    const { core, around } = this.#wordsIn(sentence);
    const found = weighed(core, this.core) + weighed(around, this.around);
    if (found === 0 || found < RECOGNISED * (this.coreTotal + this.aroundTotal)) return 0;
    return this.#denies(sentence) || this.#isRejected(core, sentence) ? found : 0;
  }

  #stated(sentence: Sentence): WordBits {
    const found = this.#wordsIn(sentence);
    const { core, around } = found;
    // A sentence with the same words but the opposite polarity makes the opposite statement.
    if ((core | around) === 0 || this.#denies(sentence)) return NONE;
    if (declinesWhatOtherAccepts(this.need.statement, sentence.text)) return NONE;
    return this.#isRejected(core, sentence) ? { core: 0, around } : found;
  }

  #wordsIn(sentence: Sentence): WordBits {
    let [core, around] = [0, 0];
    for (const word of sentence.stems) {
      const bits = this.like(word);
      core |= bits.core;
      around |= bits.around;
    }
    const { lengths } = this.need;
    if (lengths.length > 0) {
      for (const stem of lengthStems(lengths, sentence.lengths())) {
        const bits = this.like(stem);
        core |= bits.core;
        around |= bits.around;
      }
    }
    if (this.need.negated !== undefined) core |= this.#sameEvents(sentence);
    const isOther =
      core !== 0 &&
      (isOtherwise(this.need, sentence) || givesOtherTitle(this.#named, sentence.stems));
    return { core: isOther ? 0 : core, around };
  }

  /** Returns the words of the detail for which the sentence has a word of the same meaning. */
  #sameEvents({ text }: Sentence): number {
    return this.need.core.reduce(
      (bits, { stem }, bit) => (hasSynonym(stem, text) ? bits | (1 << bit) : bits),
      0,
    );
  }

  #denies(sentence: Sentence): boolean {
    const { negated, statement } = this.need;
    if (negated === undefined) return false;
    return (
      this.#isOpposite(sentence.text, negated) ||
      this.#isRefuted(sentence) ||
      (negated && deniesAnother(statement, sentence.text))
    );
  }

  /** Whether the sentence affirms what the question asks, although the statement denies it. */
  #isRefuted({ text, stems }: Said): boolean {
    const { refutes = [], statement } = this.need;
    if (refutes.length < LEAST_REFUTED || denies(text)) return false;
    if (comparedEvents(statement, text) === "same") return false;
    return refutes.every((word) =>
      stems.some((stem) => stem === word || this.#isAlike(word, stem)),
    );
  }

  /** Whether the sentence affirms what the statement denies, or denies what it affirms. */
  #isOpposite(sentence: string, isDenied: boolean): boolean {
    const [claim, said] = [this.need.statement, sentence].map((text) =>
      clauseWith(text, this.#stems),
    );
    if (claim === undefined || said === undefined) return false;
    const events = comparedEvents(claim, said);
    if (events !== undefined) return events === "opposite";
    if (comparedEvents(this.need.statement, sentence) === "opposite") return true;
    // "I quit smoking" and "she does not smoke" both deny, although only one has a word for "not".
    if (isNegated(said) !== isDenied) return !deniesWithoutNot(isDenied ? said : claim);
    if (this.need.affirms !== true || isDenied) return false;
    return deniesWithoutNot(said) && !deniesWithoutNot(claim);
  }

  /**
   * Whether the sentence rejects what the statement chooses: "tea rather than coffee" for "coffee
   * rather than tea".
   */
  #isRejected(core: number, { text }: Sentence): boolean {
    if (core === 0 || !this.#mayReject) return false;
    const { statement } = this.need;
    const [own, chosen] = [chosenIn(statement, text), chosenIn(text, statement)];
    return (
      own !== undefined && chosen !== undefined && this.#hasCore(own) && !this.#hasCore(chosen)
    );
  }

  #hasCore(text: string): boolean {
    return contentStems(text).some((stem) => this.like(stem).core !== 0);
  }

  #isAlike(a: string, b: string): boolean {
    return this.letters < 1 && letterLikeness(a, b) >= this.letters;
  }
}

function hoursLike(stem: string, { statement, order }: Need): string[] {
  return /^\d/.test(stem) ? order.flatMap((words) => otherHours(stem, statement, words)) : [];
}

/** Maximum number of sentences of a text that counts as one record. */
const MAX_FIELDS = 4;

type Said = Pick<Sentence, "text" | "stems">;

function joined(sentences: readonly Sentence[]): Said {
  return {
    text: sentences.map(({ text }) => text).join(" "),
    stems: sentences.flatMap(({ stems }) => stems),
  };
}

/** Minimum number of words in `Need.refutes`. Fewer words also occur in texts on other topics. */
const LEAST_REFUTED = 2;

function denies(text: string): boolean {
  return isNegated(text) || deniesWithoutNot(text);
}

/** Matches a number with at least two digits. Two texts seldom share such a number by chance. */
const LARGE_FIGURE = /^\d[\d.:]+$/;

/** Whether the sentence has the detail's words, but states another fact with them. */
function isOtherwise(need: Need, sentence: Sentence): boolean {
  return isExchanged(need, sentence) || isReassigned(need, sentence) || isExcluded(need, sentence);
}

/** Whether the statement says the clock time without a part of the day: "halb acht" can be 19:30. */
function isVague(clock: string, statement: string): boolean {
  return clockMentions(statement).some(({ time, isVague }) => isVague && time === clock);
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
