/**
 * How much of one need a text states, sentence by sentence. Compares the words of the detail, the
 * words around it (which identify the statement), and the time if the detail is a time.
 */

import type { Days } from "../../text/calendar.ts";
import { isNegated } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { sameTime } from "../../text/times.ts";
import { letterLikeness } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import { LEAST_SURROUNDINGS, MORE_SURROUNDINGS, RECOGNISED } from "../thresholds.ts";
import type { MatchProfile } from "./match-profiles.ts";
import type { Paraphrase } from "./paraphrase-rate.ts";
import type { Placement, Placements } from "./placement.ts";
import { isExchanged } from "./role-swap.ts";
import { isHeading, namesIn } from "./subject.ts";

interface Match {
  readonly core: number;
  readonly around: number;
  readonly place: Placement;
}

interface Stated {
  readonly share: number;
  /** The sentences that state it: from `from` up to, but not including, `to`. */
  readonly from: number;
  readonly to: number;
}

interface DetailMatcherParts {
  readonly corpus: MessageCorpus;
  readonly paraphrase: Paraphrase;
  readonly placements: Placements;
}

const NOWHERE: Placement = {
  replaced: 0,
  isTimeReplaced: false,
  standIns: new Map(),
};
/**
 * The result if the words are about another person, because then the statement is a different one.
 */
const NOTHING: Match = { core: 0, around: 0, place: NOWHERE };

/** Neighbouring sentences, taken together. */
class Window {
  core = 0;
  around = 0;
  replaced = 0;
  isTimeReplaced = false;

  add({ core, around, place }: Match): void {
    this.core |= core;
    this.around |= around;
    this.replaced |= place.replaced;
    this.isTimeReplaced ||= place.isTimeReplaced;
  }
}

export class DetailMatcher {
  readonly #need: Need;
  readonly #profile: MatchProfile;
  readonly #corpus: MessageCorpus;
  readonly #known = new Map<Sentence, Match>();
  readonly #named = new Map<Sentence, readonly string[]>();
  readonly #places = new Map<string, { core: number; around: number }>();
  /**
   * The need's words, indexed by their first two letters, because words that start differently are
   * never similar.
   */
  readonly #wanted: ReadonlyMap<string, readonly { stem: string; core: number; around: number }[]>;
  readonly #hasWords: boolean;
  readonly #core: readonly number[];
  readonly #around: readonly number[];
  readonly #coreTotal: number;
  readonly #placements: Placements;
  readonly #aroundTotal: number;
  readonly #standsFor: number;
  /** Share of the statement that a text must keep. */
  readonly #kept: number;

  constructor(
    need: Need,
    profile: MatchProfile,
    { corpus, paraphrase, placements }: DetailMatcherParts,
  ) {
    this.#need = need;
    this.#profile = profile;
    this.#corpus = corpus;
    this.#placements = placements;
    this.#wanted = Map.groupBy(
      [
        ...need.core.map(({ stem }, bit) => ({ stem, core: 1 << bit, around: 0 })),
        ...need.around.map(({ stem }, bit) => ({ stem, core: 0, around: 1 << bit })),
      ],
      ({ stem }) => stem.slice(0, 2),
    );
    this.#core = need.core.map((word) => word.weight);
    this.#around = need.around.map((word) => word.weight);
    this.#hasWords = this.#core.length + this.#around.length > 0;
    this.#coreTotal = sum(this.#core);
    this.#aroundTotal = sum(this.#around);
    this.#standsFor = profile.whole ? 0 : paraphrase.standsFor;
    this.#kept = profile.surroundings * (profile.whole ? 1 : paraphrase.kept);
  }

  /** The sentences that state most of the need, and the share of the need that they state. */
  best(sentences: readonly Sentence[], ownDates: boolean, said: number | undefined): Stated {
    let best = 0;
    let [from, to] = [0, 0];
    const span = this.#need.sentences + 1;
    const matches = this.#matches(sentences);
    // If the need is a whole statement, the share of its surrounding words must not depend on the
    // text's length.
    const isWhole =
      this.#profile.whole || (this.#core.length === 0 && this.#need.days === undefined);
    const wanted = this.#aroundTotal * this.#kept * (isWhole ? 1 : chance(matches.length));
    for (let start = 0; start < matches.length; start += 1) {
      const first = matches[start];
      if (first === undefined || first === NOTHING) continue;
      if (this.#hasWords && first.core === 0 && first.around === 0) continue;
      const window = new Window();
      for (let end = start; end < Math.min(matches.length, start + span); end += 1) {
        const match = matches[end];
        if (match === undefined) break;
        window.add(match);
        let share = this.#score(window, wanted);
        if (share > best && this.#need.days !== undefined) {
          const isReplaced = this.#hasWords && window.isTimeReplaced;
          const unsaid = isReplaced ? this.#standsFor : 0;
          share *= this.#saysTime(sentences, start, end, ownDates, said) ? 1 : unsaid;
        }
        if (share > best) [best, from, to] = [share, start, end + 1];
      }
    }
    return { share: best, from, to };
  }

  /** Rare words of the detail identify the statement as well as the words around the detail do. */
  #score({ core, around, replaced }: Window, wanted: number): number {
    const coreBits =
      weighed(core, this.#core) + this.#standsFor * weighed(replaced & ~core, this.#core);
    const found = weighed(around, this.#around) + Math.max(0, coreBits - 1);
    const statement = wanted === 0 ? 1 : Math.min(1, found / wanted);
    return statement * (this.#coreTotal === 0 ? 1 : coreBits / this.#coreTotal);
  }

  /** Below a heading with a name, sentences without a name are about that person. */
  #matches(sentences: readonly Sentence[]): Match[] {
    let owner: string | undefined;
    return sentences.map((sentence) => {
      if (isHeading(sentence, this.#corpus.speakers)) owner = sentence.stems[0];
      const match = this.#match(sentence);
      if ((match.core | match.around) === 0 && this.#hasWords) return match;
      const named = this.#names(sentence);
      const about = named.length > 0 || owner === undefined ? named : [owner];
      return this.#isOfAnother(about) ? NOTHING : match;
    });
  }

  #isOfAnother(named: readonly string[]): boolean {
    const { subject, others } = this.#need;
    if (subject === undefined || named.length === 0) return false;
    return !named.some((name) => name === subject || others.has(name));
  }

  #names(sentence: Sentence): readonly string[] {
    const known = this.#named.get(sentence) ?? namesIn(sentence, this.#corpus.speakers);
    this.#named.set(sentence, known);
    return known;
  }

  #match(sentence: Sentence): Match {
    const known = this.#known.get(sentence);
    if (known !== undefined) return known;
    let core = 0;
    let around = 0;
    for (const word of sentence.stems) {
      const place = this.#place(word);
      core |= place.core;
      around |= place.around;
    }
    if (core !== 0 && isExchanged(this.#need, sentence)) core = 0;
    const { negated } = this.#need;
    // The same words with the opposite polarity make the opposite statement.
    if (negated !== undefined && isNegated(sentence.text) !== negated) [core, around] = [0, 0];
    const match = { core, around, place: this.#placeIn(sentence, core, around) };
    this.#known.set(sentence, match);
    return match;
  }

  /**
   * Where the sentence makes the statement. NOWHERE if the sentence is not clearly about the same
   * thing.
   */
  #placeIn(sentence: Sentence, core: number, around: number): Placement {
    const found = weighed(core, this.#core) + weighed(around, this.#around);
    const enough = found >= RECOGNISED * (this.#coreTotal + this.#aroundTotal);
    if (this.#standsFor === 0 || found === 0 || !enough) return NOWHERE;
    return this.#placements(this.#need, sentence);
  }

  /** The need's words that this word of the sentence matches, as bits. */
  #place(word: string): { core: number; around: number } {
    const known = this.#places.get(word);
    if (known !== undefined) return known;
    let [core, around] = [0, 0];
    for (const wanted of this.#wanted.get(word.slice(0, 2)) ?? []) {
      if (wanted.stem !== word && !this.#alike(wanted.stem, word)) continue;
      core |= wanted.core;
      around |= wanted.around;
    }
    const place = { core, around };
    this.#places.set(word, place);
    return place;
  }

  #alike(a: string, b: string): boolean {
    return this.#profile.letters < 1 && letterLikeness(a, b) >= this.#profile.letters;
  }

  /**
   * Whether a time expression near the statement means the needed days. A relative one counts from
   * the dates next to it in the text. Before the detail has reached a memory unit, it may also
   * count from the day of the message, since a later step may add the date. A unit that keeps a
   * relative expression may be dated by the event or by the message: either is accepted.
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
          if (ownDates && anchor !== undefined && isDay(anchor, days)) return true;
          const meant = mention.resolve(anchor);
          if (meant !== undefined && sameTime(meant, days)) return true;
        }
      }
    }
    return false;
  }
}

function isDay(day: number, { first, last }: Days): boolean {
  return first <= day && day <= last;
}

/**
 * The share of the surrounding words that a text must have. It rises with the number of sentences,
 * because a longer text has more of them by chance.
 */
function chance(sentences: number): number {
  return Math.min(1, LEAST_SURROUNDINGS + MORE_SURROUNDINGS * Math.log2(Math.max(1, sentences)));
}

const NO_ANCHOR: readonly undefined[] = [undefined];

/** The absolute date nearest to the sentence, searching backwards or forwards. */
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
