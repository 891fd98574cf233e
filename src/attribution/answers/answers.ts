/**
 * Compares a text with the expected answer, without a model. One test says whether a given answer
 * states the expected answer. Another says whether a text contains enough to give the expected
 * answer.
 */
import { probability } from "../../statistics/logistic.ts";
import type { Days } from "../../text/calendar.ts";
import { isExactFigure } from "../../text/numbers.ts";
import { type Sentence, Sentences } from "../../text/sentences.ts";
import { inSameHours } from "../../text/times/same-hour.ts";
import { contentStems } from "../../text/words.ts";
import { PART_SAID } from "../thresholds.ts";
import { type AnswerFeatures, answerFeatures } from "./answer-features.ts";
import { ANSWER_MODEL, ANSWER_THRESHOLD, UNIT_MODEL, UNIT_THRESHOLD } from "./answer-models.ts";
import { type AnswerReading, beginsUnknown, readAnswer } from "./answer-reading.ts";
import { inPlainForm } from "./plain-form.ts";
import { withSameValues } from "./same-values.ts";
import {
  askedOf,
  type UnitFeatures,
  type UnitText,
  unitReader,
  unitText,
} from "./unit-features.ts";
import type { TimeAgreement } from "./value-agreement.ts";
import { bestLikeness, byLength, wordShare } from "./word-share.ts";

export interface AnswerMatch<Features> {
  /** The probability (0 to 1) that a careful reader finds the expected answer in the text. */
  readonly probability: number;
  /**
   * Whether `probability` reaches the threshold. Of the texts that do not have the expected answer,
   * 2% still reach the threshold. For a given answer, the feature `denial` must also be 0, and the
   * answer must not name another day than the expected time.
   */
  readonly isYes: boolean;
  /**
   * Says why `isYes` has its value, in words that can follow "because". Example: `it lacks "two
   * cats"`.
   */
  readonly reason: string;
  /**
   * Items of the expected answer that the text does not state. The list is empty if a given answer
   * says yes or no as expected.
   */
  readonly missing: readonly string[];
  readonly features: Features;
}

/**
 * Whether the given answer states the expected answer.
 * @param day day of the given answer, in days since 1970; relative times count from it
 */
export function statesAnswer(
  question: string,
  expected: string,
  given: string,
  day?: number,
): AnswerMatch<AnswerFeatures> {
  const [written, said] = comparable(question, expected, given);
  const asked = new Set(contentStems(question));
  const wanted = readAnswer(written, asked);
  const read = readAnswer(said, asked);
  const { features, time } = answerFeatures(question, wanted, read, day);
  const chance = isSame(written, said)
    ? 1
    : wanted.isUnknown || read.isUnknown
      ? Number(wanted.isUnknown && read.isUnknown)
      : probability(ANSWER_MODEL, features);
  return {
    probability: chance,
    isYes: chance >= ANSWER_THRESHOLD && features.denial === 0 && !isOtherDay(time),
    missing: features.polarity === 1 ? [] : missingParts(wanted, read.stems),
    reason: read.isUnknown
      ? "it says that the answer is not known"
      : reasonOf(wanted, read.stems, time, features.duration + features.count),
    features,
  };
}

/** Whether the given answer names a day outside the expected time. */
function isOtherDay(time: TimeAgreement | undefined): boolean {
  return time?.days !== undefined && time.share === 0 && time.gap > 0;
}

const HOW_MANY = /\bhow many (seconds|minutes|hours|days|nights|weeks|months|years)\b/i;
const BARE_NUMBER = /^\s*\d+(?:[.,]\d+)?\.?\s*$/;

/**
 * Returns the expected and the given answer in a comparable form. Equal clock times, durations,
 * codes and frequencies get the same spelling. An answer that is only a number gets the unit from
 * the question.
 */
export function comparable(question: string, expected: string, given: string): [string, string] {
  const plain = (text: string) => inPlainForm(withoutAsked(question, inUnitOf(question, text)));
  const wanted = plain(expected);
  return inSameHours(wanted, withSameValues(question, wanted, plain(given)));
}

/** Adds the unit to an answer that is only a number, if the question asks "how many hours". */
function inUnitOf(question: string, answer: string): string {
  const unit = BARE_NUMBER.test(answer) ? HOW_MANY.exec(question)?.[1] : undefined;
  return unit === undefined ? answer : `${answer.trim().replace(/\.$/, "")} ${unit}`;
}

const DAYS = "(?:minutes|hours|days|weeks|months|years)";
const COUNTED_DAYS = new RegExp(`(?<=(?<![\\d.,])\\d{1,3}) (\\p{L}{4,})(?= ${DAYS}\\b)`, "giu");

/** "7 vacation days" are 7 days, if the question asks for "vacation days" or "days of vacation". */
function withoutAsked(question: string, text: string): string {
  return text.replace(COUNTED_DAYS, (all, word) =>
    new RegExp(`${word} ${DAYS}|${DAYS} of ${word}`, "i").test(question) ? "" : all,
  );
}

export function saysNothing({ prediction }: { readonly prediction: string }): boolean {
  return beginsUnknown(prediction);
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [expected, given].map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
  return a === b && a !== "";
}

/** A text that may let its reader answer the question: a memory unit, a message or a context. */
export interface ReadText {
  readonly text: string;
  /** The day from which relative times count, in days since 1970. */
  readonly day: number | undefined;
  /**
   * Returns how rare a word is, from 0 (in every text) to 1 (rare). If absent, longer words count
   * as rarer.
   */
  readonly rarity?: (stem: string) => number;
}

/** Whether somebody who reads only this text can give the expected answer. */
export function answerable(
  question: string,
  expected: string,
  { text, day, rarity = lengthRarity }: ReadText,
): AnswerMatch<UnitFeatures> {
  const asked = askedOf(question, readAnswer(expected, new Set(contentStems(question))));
  const unit = unitText(text, new Sentences().of(text), day);
  const { features, time } = unitReader(asked, rarity)(unit);
  const chance = probability(UNIT_MODEL, features);
  const stems = contentStems(text);
  return {
    probability: chance,
    isYes: chance >= UNIT_THRESHOLD,
    missing: missingParts(asked.expected, stems),
    reason: reasonOf(asked.expected, stems, time(), features.amount),
    features,
  };
}

export interface AnswerTest {
  /**
   * Whether the text has a word that is similar to a word of the expected answer. This test is
   * fast. A text without such a word cannot give the answer.
   */
  readonly isNear: (unit: UnitText) => boolean;
  /**
   * Returns the probability (0 to 1) that a reader of the text gives the expected answer. Call the
   * faster `isNear` first.
   */
  readonly likelihood: (unit: UnitText) => number;
}

/**
 * Returns undefined if comparing words cannot show whether a text gives the expected answer. This
 * is the case if the expected answer is only yes, no or a number, or if all its words are already
 * in the question.
 */
export function answerTest(
  question: string,
  expected: string,
  rarity: (stem: string) => number,
): AnswerTest | undefined {
  const stems = new Set(contentStems(question));
  const read = readAnswer(expected, stems);
  const isTelling = read.own.some(
    (stem) => (!/^\d/.test(stem) || isExactFigure(stem)) && !stems.has(stem),
  );
  if (!isTelling && read.times.length + read.durations.length === 0) return undefined;
  const asked = askedOf(question, read);
  const wanted = new Set(read.own.length > 0 ? read.own : asked.stems);
  const isNear = cachedTest((stem: string) => bestLikeness(stem, wanted) > 0);
  // The results are cached, because the same sentence often occurs in several versions of a memory
  // unit, in retrieved lists and in the context.
  const hasNear = cachedTest((sentence: Sentence) => sentence.stems.some(isNear));
  const features = unitReader(asked, rarity);
  return {
    isNear: ({ sentences }) => sentences.some(hasNear),
    likelihood: (unit) => probability(UNIT_MODEL, features(unit).features),
  };
}

function cachedTest<T>(test: (value: T) => boolean): (value: T) => boolean {
  const known = new Map<T, boolean>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found;
    const made = test(value);
    known.set(value, made);
    return made;
  };
}

function lengthRarity(stem: string): number {
  return byLength(stem) / 3;
}

function missingParts({ parts }: AnswerReading, stems: readonly string[]): string[] {
  return parts.filter((part) => wordShare(part.stems, stems) < PART_SAID).map(({ text }) => text);
}

function reasonOf(
  expected: AnswerReading,
  stems: readonly string[],
  time: TimeAgreement | undefined,
  amount: number,
): string {
  if (time !== undefined) {
    if (time.said === undefined) return "it names no time";
    const said = time.days === undefined ? `'${time.said}'` : saidTime(time.days, time.said);
    return time.share > 0 ? `it says ${said}` : `it says ${said}, another time`;
  }
  if (amount < 0) return `it lacks the amount "${expected.text}"`;
  const [missing] = missingParts(expected, stems);
  if (missing !== undefined) return `it lacks "${missing}"`;
  if (expected.polarity !== undefined && expected.parts.length === 0)
    return `a ${expected.polarity} is expected`;
  return `it has the words of "${expected.text}"`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Returns a phrase such as "5 October 2022, said as 'yesterday'". */
function saidTime({ first, last }: Days, said: string): string {
  const [from, to] = [first, last].map((day) => DAY.format(day * 86_400_000));
  const days = from === to ? `${from}` : `${from} to ${to}`;
  return days.toLowerCase() === said.toLowerCase() ? days : `${days}, said as '${said}'`;
}
