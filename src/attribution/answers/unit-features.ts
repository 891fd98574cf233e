/**
 * Computes the features from which `UNIT_MODEL` estimates whether a reader of a text can give the
 * expected answer.
 */
import type { Sentence } from "../../text/sentences.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { firstDate, timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { PART_SAID } from "../thresholds.ts";
import { type AnswerReading, figures, readValues } from "./answer-reading.ts";
import { amountAgreement, type TimeAgreement, timeAgreement } from "./value-agreement.ts";
import { bestLikeness } from "./word-share.ts";

export interface UnitFeatures {
  /** Share of the `joint` words (see `Asked`) that the text has (0 to 1), squared. */
  readonly joint: number;
  /** Share of the expected answer's words that the text has. */
  readonly words: number;
  /**
   * The product of two shares. The first is the share of the expected answer's items that the text
   * states. The second is the share of an item's words that the text has; the item with the
   * smallest share counts. If there are no items, the product is 0.25.
   */
  readonly parts: number;
  /**
   * Share of the question's names that the text has. A fact about another person does not answer
   * the question.
   */
  readonly names: number;
  /**
   * 1 if the expected answer is only a time; otherwise 0. If this is 0, then `time`, `timeGap` and
   * `askedInPassage` are 0 too.
   */
  readonly timeAlone: number;
  /**
   * The product of two numbers from 0 to 1. The first says how well the times in the text agree
   * with the expected time. The second is the share of the question's words that one passage of the
   * text has; the passage with the largest share counts.
   */
  readonly time: number;
  /** Says how far the best time in the text is from the expected time (see `TimeAgreement.gap`). */
  readonly timeGap: number;
  /** Result of `amountAgreement` for the text. */
  readonly amount: number;
  /**
   * The share of the question's words that one passage of the text has (0 to 1), squared. The
   * passage with the largest share counts.
   */
  readonly askedInPassage: number;
}

export interface Asked {
  readonly expected: AnswerReading;
  readonly stems: readonly string[];
  readonly names: readonly string[];
  /** Stems of the question's and the expected answer's words, without the question's names. */
  readonly joint: readonly string[];
}

export function askedOf(question: string, expected: AnswerReading): Asked {
  const isTimeAlone = expected.own.length === 0 && expected.times.length > 0;
  // If the expected answer is only a time, the text need not repeat the time in the question. For
  // example, "2023-06-20" answers "When did they move in June?" without the word "June".
  const asked = isTimeAlone ? withoutTimes(question) : question;
  const stems = [...new Set(contentStems(asked))];
  const names = namesIn(asked);
  const topic = stems.filter((stem) => !names.includes(stem));
  return { expected, stems, names, joint: [...new Set([...topic, ...expected.own])] };
}

function withoutTimes(text: string): string {
  return timeMentions(text).reduce((rest, mention) => rest.replace(mention.text, " "), text);
}

export interface UnitText {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  /** The day from which relative times count, in days since 1970. */
  readonly day: number | undefined;
  readonly stems: () => ReadonlySet<string>;
  readonly times: () => readonly TimeMention[];
  /**
   * A relative time such as "yesterday" counts from one of these days. They are `day`, and the day
   * of the first full date in the text.
   */
  readonly days: () => readonly number[];
}

/** Prepares a text for comparison. Its words and times are computed on first use. */
export function unitText(
  text: string,
  sentences: readonly Sentence[],
  day: number | undefined,
): UnitText {
  let stems: ReadonlySet<string> | undefined;
  let times: readonly TimeMention[] | undefined;
  let days: readonly number[] | undefined;
  return {
    ...{ text, sentences, day },
    stems: () => {
      stems ??= new Set(sentences.flatMap((sentence) => sentence.stems));
      return stems;
    },
    times: () => {
      times ??= timeMentions(text);
      return times;
    },
    days: () => {
      days ??= [...new Set([day, firstDate(text)].flatMap((each) => each ?? []))];
      return days;
    },
  };
}

const NEUTRAL = 0.5;
/** Weight of a word that occurs in every text. Rarer words weigh more. */
const LEAST_WEIGHT = 0.15;
const NAME = /(?<=\S\s)\p{Lu}[\p{L}\p{N}]+/gu;

interface ReadUnit {
  readonly features: UnitFeatures;
  /**
   * Returns how well the times in the text agree with the expected time; undefined without an
   * expected time.
   */
  readonly time: () => TimeAgreement | undefined;
}

export function unitReader(
  { expected, stems: asked, names, joint }: Asked,
  rarity: (stem: string) => number,
): (unit: UnitText) => ReadUnit {
  const weight = (stem: string) => LEAST_WEIGHT + rarity(stem);
  const isTimeAlone = expected.own.length === 0 && expected.times.length > 0;
  const inPassage = passageShare(asked, weight);
  const wanted = new WantedWords(weight);
  const groups = {
    joint: wanted.group(joint),
    words: wanted.group(expected.stems),
    parts: expected.parts.map(({ stems }) => wanted.group(stems)),
    names: wanted.group(names),
  };
  return (unit) => {
    const likeness = wanted.likenessIn(unit.stems());
    const share = (group: WordGroup) => wanted.share(group, likeness);
    const time = () =>
      expected.times.length > 0
        ? withOwnDay(timeAgreement(expected.times, unit.times(), unit.days()), expected, unit.day)
        : undefined;
    // Finding the times of a text is slow, so do it only if the expected answer is only a time.
    const agreement = isTimeAlone ? time() : undefined;
    const parts = groups.parts.map(share);
    const partShare =
      parts.length > 0 ? parts.filter((each) => each >= PART_SAID).length / parts.length : NEUTRAL;
    const askedInPassage = isTimeAlone ? inPassage(unit.sentences) : 0;
    const features = {
      joint: share(groups.joint) ** 2,
      words: share(groups.words),
      parts: partShare * (parts.length > 0 ? Math.min(...parts) : NEUTRAL),
      names: names.length > 0 ? shareFound(groups.names, likeness) : NEUTRAL,
      timeAlone: isTimeAlone ? 1 : 0,
      time: askedInPassage * (agreement?.share ?? 0),
      timeGap: agreement?.gap ?? 0,
      amount: amountIn(unit.text, expected),
      askedInPassage: askedInPassage ** 2,
    };
    return { features, time };
  };
}

/**
 * Some of the words in `WantedWords`. `places` are their indexes in `#weights`, and `total` is the
 * sum of their weights.
 */
interface WordGroup {
  readonly places: readonly number[];
  readonly total: number;
}

/** The words that several features look for. Each word is compared with a text only once. */
class WantedWords {
  readonly #weight: (stem: string) => number;
  readonly #places = new Map<string, number>();
  readonly #weights: number[] = [];

  constructor(weight: (stem: string) => number) {
    this.#weight = weight;
  }

  group(stems: readonly string[]): WordGroup {
    const places = stems.map((stem) => this.#placeOf(stem));
    const total = places.reduce((sum, place) => sum + (this.#weights[place] ?? 0), 0);
    return { places, total };
  }

  #placeOf(stem: string): number {
    const known = this.#places.get(stem);
    if (known !== undefined) return known;
    const place = this.#weights.push(this.#weight(stem)) - 1;
    this.#places.set(stem, place);
    return place;
  }

  /** For each wanted word, returns its similarity (0 to 1) to the text's most similar word. */
  likenessIn(said: ReadonlySet<string>): readonly number[] {
    return Array.from(this.#places.keys(), (stem) => bestLikeness(stem, said));
  }

  share({ places, total }: WordGroup, likeness: readonly number[]): number {
    if (total === 0) return 0;
    let found = 0;
    for (const place of places) found += (this.#weights[place] ?? 0) * (likeness[place] ?? 0);
    return found / total;
  }
}

/** Returns the share of the group's words that the text has. All words weigh the same here. */
function shareFound({ places }: WordGroup, likeness: readonly number[]): number {
  return places.filter((place) => (likeness[place] ?? 0) > 0).length / places.length;
}

/**
 * Returns a function that takes the sentences of a text. It returns the largest share of the wanted
 * words that one passage of the text has. A passage is a sentence together with the sentences
 * before and after it. The function caches its results, because texts often share sentences.
 */
function passageShare(
  wanted: readonly string[],
  weight: (stem: string) => number,
): (sentences: readonly Sentence[]) => number {
  const weights = wanted.map(weight);
  const total = weights.reduce((sum, each) => sum + each, 0);
  const known = new Map<Sentence, readonly number[]>();
  const likenessOf = (sentence: Sentence) => {
    const found = known.get(sentence);
    if (found !== undefined) return found;
    const said = new Set(sentence.stems);
    const made = wanted.map((stem) => bestLikeness(stem, said));
    known.set(sentence, made);
    return made;
  };
  return (sentences) => {
    if (total === 0) return 0;
    const likeness = sentences.map(likenessOf);
    let most = 0;
    for (const [index, own] of likeness.entries()) {
      const [before, after] = [likeness[index - 1], likeness[index + 1]];
      let found = 0;
      for (const [word, like] of own.entries()) {
        const best = Math.max(like, before?.[word] ?? 0, after?.[word] ?? 0);
        found += (weights[word] ?? 0) * best;
      }
      most = Math.max(most, found / total);
    }
    return most;
  };
}

function amountIn(text: string, expected: AnswerReading): number {
  if (expected.durations.length === 0 && expected.counts.length === 0) return 0;
  return amountAgreement(expected, {
    durations: readValues(text).lengths,
    counts: figures(text),
  });
}

/** Minimum `share` if the text was written on the expected day. */
const OWN_DAY = 0.6;

/**
 * Also compares the expected time with the day on which the text was written. If the two agree, the
 * result has a `share` of at least `OWN_DAY`. Otherwise, the result is `named`, or the comparison
 * with the day of writing if the text names no time.
 *
 * @param named how well the times in the text agree with the expected time
 */
function withOwnDay(
  named: TimeAgreement,
  expected: AnswerReading,
  day: number | undefined,
): TimeAgreement {
  if (day === undefined) return named;
  const own = timeAgreement(expected.times, [dayMention(day)], [day]);
  if (own.share > 0) return named.share >= OWN_DAY ? named : { ...own, share: OWN_DAY };
  return named.days === undefined ? own : named;
}

function dayMention(day: number): TimeMention {
  const days = { first: day, last: day };
  return { text: "its own day", index: 0, relative: false, resolve: () => days };
}

/** Returns the stems of the question's capitalised words, without its first word. */
function namesIn(question: string): string[] {
  return [...new Set([...question.matchAll(NAME)].flatMap(([name]) => contentStems(name)))];
}
