/**
 * Reads two things by the structure of language alone: whether an answer states the expected answer
 * of a question, and whether a text lets its reader give it. Both are graded, with a reason.
 */
import { probability } from "../../statistics/logistic.ts";
import type { Days } from "../../text/calendar.ts";
import { Sentences } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { PART_SAID } from "../thresholds.ts";
import { type AnswerFeatures, answerFeatures } from "./answer-features.ts";
import { type AnswerReading, readAnswer } from "./answer-reading.ts";
import { type UnitFeatures, unitFeatures } from "./unit-features.ts";
import type { TimeAgreement } from "./value-agreement.ts";
import { ANSWER_MODEL, ANSWER_THRESHOLD, UNIT_MODEL, UNIT_THRESHOLD } from "./weights.ts";
import { byLength, wordShare } from "./word-share.ts";

/** A graded reading of one text against the expected answer. */
export interface AnswerMatch<Features> {
  /** How likely a careful reader says yes, from 0 to 1. */
  readonly probability: number;
  /** Whether it is likely enough that one no in fifty is taken for a yes. */
  readonly isYes: boolean;
  /** What decided, to be read after "because": the value found, resolved, or what is missing. */
  readonly reason: string;
  /** The parts of the expected answer of which less than half is said; none after the expected yes or no. */
  readonly missing: readonly string[];
  readonly features: Features;
}

/**
 * Whether the given answer states the expected answer to the question. `day` is the day on which it was
 * given, from which its relative times count, as days since 1970.
 */
export function statesAnswer(
  question: string,
  expected: string,
  given: string,
  day?: number,
): AnswerMatch<AnswerFeatures> {
  const asked = new Set(contentStems(question));
  const wanted = readAnswer(expected, asked);
  const read = readAnswer(given, asked);
  const { features, time } = answerFeatures(question, wanted, read, day);
  const chance = isSame(expected, given)
    ? 1
    : wanted.isUnknown || read.isUnknown
      ? Number(wanted.isUnknown && read.isUnknown)
      : probability(ANSWER_MODEL, features);
  return {
    probability: chance,
    isYes: chance >= ANSWER_THRESHOLD && features.denial === 0,
    missing: features.polarity === 1 ? [] : missingParts(wanted, read.stems),
    reason: read.isUnknown
      ? "it says that the answer is not known"
      : reasonOf(wanted, read.stems, time, features.duration + features.count),
    features,
  };
}

/** Whether both texts are the same but for case, spaces and punctuation. */
function isSame(expected: string, given: string): boolean {
  const [a, b] = [expected, given].map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
  return a === b && a !== "";
}

/** The memory unit, message or context that somebody reads. */
export interface ReadText {
  readonly text: string;
  /** The day on which it was said or that it is about, as days since 1970. */
  readonly day: number | undefined;
  /** How rare a word is where the text comes from, from 0 to 1; longer words count as rarer without. */
  readonly rarity?: (stem: string) => number;
}

/** Whether a reader of this text alone can give the expected answer to the question. */
export function answerable(
  question: string,
  expected: string,
  { text, day, rarity = lengthRarity }: ReadText,
): AnswerMatch<UnitFeatures> {
  const asked = new Set(contentStems(question));
  const wanted = readAnswer(expected, asked);
  const unit = { text, day, sentences: new Sentences().of(text) };
  const { features, time } = unitFeatures(question, wanted, unit, rarity);
  const chance = probability(UNIT_MODEL, features);
  return {
    probability: chance,
    isYes: chance >= UNIT_THRESHOLD,
    missing: missingParts(wanted, contentStems(text)),
    reason: reasonOf(wanted, contentStems(text), time, features.amount),
    features,
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

/** "5 October 2022, said as 'yesterday'". */
function saidTime({ first, last }: Days, said: string): string {
  const [from, to] = [first, last].map((day) => DAY.format(day * 86_400_000));
  const days = from === to ? `${from}` : `${from} to ${to}`;
  return days.toLowerCase() === said.toLowerCase() ? days : `${days}, said as '${said}'`;
}
