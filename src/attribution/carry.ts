/**
 * The tracer's one question: does this text still state this detail? Asked of words by several
 * views that are independent of each other; a model can stand behind the same interface.
 */
import type { Variable } from "../graph/model.ts";
import type { Fidelity } from "./fidelity.ts";
import { JUDGED_SHARE, type Judged } from "./judged.ts";
import type { Need } from "./needs.ts";
import type { Reading } from "./reading.ts";
import type { Shown } from "./shown-fields.ts";
import { aligned } from "./text/alignment.ts";
import type { Sentence } from "./text/sentences.ts";
import { firstDate, sameTime } from "./text/times.ts";
import { isFunctionWord, letterLikeness } from "./text/words.ts";

/** Share of the need, from 0 to 1, that the variable's shown text states. */
export type CarryTest = (variable: Variable, need: Need) => number;

/** A share from here on counts as carried. */
export const CARRIED = 0.6;

/** A sentence that has this share of the statement's words can be told to be about the same. */
const RECOGNISED = 0.25;

const NOT_REPLACED = { replaced: 0, timeReplaced: false };

/** What is left of a time when only what happened is still said. */
const UNDATED = 0.4;

export interface View {
  readonly name: string;
  /** How alike two words must look to count as one. */
  readonly likeness: number;
  /** Share of the words around the detail that make it fully the same statement. */
  readonly surroundings: number;
  /** Asks for the whole statement, however short the text and however freely the memory words it. */
  readonly whole?: boolean;
}

/** The view that decides, and the others whose agreement makes it sure. */
export const DECIDING_VIEW: View = {
  name: "stems and letters",
  likeness: 0.72,
  surroundings: 0.75,
};
export const OTHER_VIEWS: readonly View[] = [
  { name: "stems", likeness: 1, surroundings: 0.75 },
  { name: "letters", likeness: 0.6, surroundings: 0.75 },
  { name: "loose statement", likeness: 0.72, surroundings: 0.5 },
  { name: "whole statement", likeness: 0.72, surroundings: 0.95 },
];

/** For telling whether another message says the same again, and not just something like it. */
export const RESTATING_VIEW: View = {
  name: "restatement",
  likeness: 0.72,
  surroundings: 1,
  whole: true,
};

export interface CarryParts {
  readonly reading: Reading;
  readonly shown: Shown;
  readonly isMemory: (variable: Variable) => boolean;
  /** How closely the memory keeps to the words of the messages (fidelity.ts). */
  readonly fidelity: Fidelity;
  /** Variables whose dates must come from their own text: units and what was read out of them. */
  readonly ownDates: (variable: Variable) => boolean;
  /** Overrides the comparison of words, in every view. */
  readonly judged?: Judged;
}

export function lexicalCarry(view: View, parts: CarryParts): CarryTest {
  const matchers = new Map<Need, Matcher>();
  const shares = new Map<Need, Map<string, number>>();
  return (variable, need) => {
    const matcher = matchers.get(need) ?? new Matcher(need, view, parts.reading, parts.fidelity);
    matchers.set(need, matcher);
    const known = shares.get(need) ?? new Map<string, number>();
    shares.set(need, known);
    const share = known.get(variable.id);
    if (share !== undefined) return share;
    const text = shownText(variable, parts);
    const answer = parts.judged?.(text, need);
    if (answer !== undefined) return JUDGED_SHARE[answer];
    const own = parts.ownDates(variable);
    const said = own && variable.metadata ? metadataDay(variable.metadata) : undefined;
    const computed = matcher.share(parts.reading.sentencesOf(text), own, said);
    known.set(variable.id, computed);
    return computed;
  };
}

/** What later steps can read of the variable. */
export function shownText(
  variable: Variable,
  { isMemory, shown }: Pick<CarryParts, "isMemory" | "shown">,
): string {
  return isMemory(variable) ? shown(variable) : variable.value;
}

/** Share of the need that a free text states, as the view sees it. */
export function shareIn(text: string, need: Need, view: View, reading: Reading): number {
  return new Matcher(need, view, reading, VERBATIM).share(
    reading.sentencesOf(text),
    true,
    undefined,
  );
}

/** Of a text that is held to the words of the detail. */
const VERBATIM = { kept: 1, standsFor: 0 };

function metadataDay(metadata: Readonly<Record<string, unknown>>): number | undefined {
  for (const key of ["timestamp", "time", "date", "created_at"]) {
    const value = metadata[key];
    if (typeof value === "string") return firstDate(value);
  }
  return undefined;
}

interface Match {
  readonly core: number;
  readonly around: number;
  /** Words of the detail in whose place stands a word of this text's own. */
  readonly replaced: number;
  /** The same for the words that name the time. */
  readonly timeReplaced: boolean;
  /** The sentence says what it says of somebody else. */
  readonly ofAnother: boolean;
}

class Matcher {
  readonly #need: Need;
  readonly #view: View;
  readonly #reading: Reading;
  readonly #matches = new Map<Sentence, Match>();
  readonly #places = new Map<string, { core: number; around: number }>();
  readonly #core: readonly number[];
  readonly #around: readonly number[];
  readonly #coreTotal: number;
  readonly #aroundTotal: number;
  readonly #aroundWanted: number;
  readonly #standsFor: number;

  constructor(need: Need, view: View, reading: Reading, fidelity: Omit<Fidelity, "fresh">) {
    this.#need = need;
    this.#view = view;
    this.#reading = reading;
    this.#core = need.core.map((word) => word.weight);
    this.#around = need.around.map((word) => word.weight);
    this.#coreTotal = sum(this.#core);
    this.#standsFor = view.whole ? 0 : fidelity.standsFor;
    this.#aroundTotal = sum(this.#around);
    this.#aroundWanted = this.#aroundTotal * view.surroundings * (view.whole ? 1 : fidelity.kept);
  }

  share(sentences: readonly Sentence[], ownDates: boolean, said: number | undefined): number {
    let best = 0;
    const span = this.#need.sentences + 1;
    const matches = sentences.map((sentence) => this.#match(sentence));
    const asked = this.#core.length + this.#around.length > 0;
    const wanted = this.#aroundWanted * (this.#view.whole ? 1 : chance(matches.length));
    for (let start = 0; start < matches.length; start += 1) {
      const first = matches[start];
      if (first === undefined || (asked && first.core === 0 && first.around === 0)) continue;
      let core = 0;
      let around = 0;
      let replaced = 0;
      let timeReplaced = false;
      for (let end = start; end < Math.min(matches.length, start + span); end += 1) {
        const match = matches[end];
        if (match === undefined) break;
        if (!match.ofAnother) core |= match.core;
        around |= match.around;
        replaced |= match.replaced;
        timeReplaced ||= match.timeReplaced;
        let share = this.#score(core, around, replaced, wanted);
        if (share > best && this.#need.days !== undefined) {
          const unsaid = timeReplaced ? Math.max(UNDATED, this.#standsFor) : UNDATED;
          share *= this.#saysTime(sentences, start, end, ownDates, said) ? 1 : asked ? unsaid : 0;
        }
        best = Math.max(best, share);
      }
    }
    return best;
  }

  /** Rare words of the detail itself tell the statement as well as the words around it. */
  #score(core: number, around: number, replaced: number, wanted: number): number {
    const coreBits =
      weighed(core, this.#core) + this.#standsFor * weighed(replaced & ~core, this.#core);
    const found = weighed(around, this.#around) + Math.max(0, coreBits - 1);
    const statement = wanted === 0 ? 1 : Math.min(1, found / wanted);
    return (this.#coreTotal === 0 ? 1 : coreBits / this.#coreTotal) * statement;
  }

  #match(sentence: Sentence): Match {
    const known = this.#matches.get(sentence);
    if (known !== undefined) return known;
    let core = 0;
    let around = 0;
    const named = new Set<string>();
    for (const word of sentence.stems) {
      const place = this.#place(word);
      core |= place.core;
      around |= place.around;
      if (this.#reading.speakers.has(word)) named.add(word);
    }
    const { subject, others } = this.#need;
    const ofAnother =
      core !== 0 &&
      subject !== undefined &&
      named.size > 0 &&
      !named.has(subject) &&
      ![...named].some((name) => others.has(name));
    const match = { core, around, ofAnother, ...this.#replacedIn(sentence, core, around) };
    this.#matches.set(sentence, match);
    return match;
  }

  /** Which words of the detail this sentence puts differently, as its place between the others tells. */
  #replacedIn(
    sentence: Sentence,
    core: number,
    around: number,
  ): Pick<Match, "replaced" | "timeReplaced"> {
    const { core: words, order, timeWords, days } = this.#need;
    const complete = core === 2 ** words.length - 1 && days === undefined;
    const found = weighed(core, this.#core) + weighed(around, this.#around);
    const known = RECOGNISED * (this.#coreTotal + this.#aroundTotal);
    if (this.#standsFor === 0 || complete || found < known) return NOT_REPLACED;
    const places = aligned(order, sentence.words(), {
      weight: (word) => (isFunctionWord(word) ? 0 : this.#reading.rarity(word)),
      same: (a, b) => a === b || this.#alike(a, b),
      isFresh: (word) => !isFunctionWord(word) && !/\d/.test(word) && !this.#reading.isSpoken(word),
    });
    const stands = (word: string) => order.some((w, i) => w === word && places[i] !== undefined);
    let replaced = 0;
    for (const [index, { stem }] of words.entries()) if (stands(stem)) replaced |= 1 << index;
    return { replaced, timeReplaced: [...timeWords].some(stands) };
  }

  /** Which of the need's words this one states, as bits. */
  #place(word: string): { core: number; around: number } {
    const known = this.#places.get(word);
    if (known !== undefined) return known;
    const bits = (words: Need["core"]) => {
      let mask = 0;
      for (const [index, wanted] of words.entries()) {
        if (wanted.stem === word || this.#alike(wanted.stem, word)) mask |= 1 << index;
      }
      return mask;
    };
    const place = { core: bits(this.#need.core), around: bits(this.#need.around) };
    this.#places.set(word, place);
    return place;
  }

  #alike(a: string, b: string): boolean {
    return this.#view.likeness < 1 && letterLikeness(a, b) >= this.#view.likeness;
  }

  /**
   * Whether a time expression near the statement means the needed days. A relative one is read
   * from the dates next to it in the text; before the detail has reached a memory unit, also from
   * the day of the message, since the date may be added later.
   */
  #saysTime(
    sentences: readonly Sentence[],
    start: number,
    end: number,
    ownDates: boolean,
    said: number | undefined,
  ): boolean {
    const { days, day } = this.#need;
    if (days === undefined) return true;
    const anchors: (number | undefined)[] = [
      nearestDate(sentences, start, -1),
      nearestDate(sentences, end, 1),
      said,
    ];
    if (!ownDates && !anchors.some((anchor) => anchor !== undefined)) anchors.push(day);
    for (let index = start; index <= end; index += 1) {
      for (const mention of sentences[index]?.times() ?? []) {
        for (const anchor of mention.relative ? anchors : NO_ANCHOR) {
          const meant = mention.resolve(anchor);
          if (meant !== undefined && sameTime(meant, days)) return true;
        }
      }
    }
    return false;
  }
}

/** Part of the surroundings to ask for: the longer a text, the more of it would be met by chance. */
function chance(sentences: number): number {
  return Math.min(1, 0.4 + 0.1 * Math.log2(Math.max(1, sentences)));
}

const NO_ANCHOR: readonly undefined[] = [undefined];

/** The written-out date closest to the sentence, reading backwards or forwards. */
function nearestDate(
  sentences: readonly Sentence[],
  from: number,
  step: number,
): number | undefined {
  for (let index = from; index >= 0 && index < sentences.length; index += step) {
    const times = sentences[index]?.times() ?? [];
    for (const mention of step > 0 ? times : times.toReversed()) {
      const days = mention.relative ? undefined : mention.resolve(undefined);
      if (days !== undefined && days.first === days.last) return days.first;
    }
  }
  return undefined;
}

function sum(weights: readonly number[]): number {
  return weights.reduce((total, weight) => total + weight, 0);
}

function weighed(bits: number, weights: readonly number[]): number {
  let total = 0;
  for (let rest = bits, index = 0; rest !== 0; rest >>>= 1, index += 1) {
    if (rest & 1) total += weights[index] ?? 0;
  }
  return total;
}
