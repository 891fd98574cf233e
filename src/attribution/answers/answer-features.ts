/**
 * Features for and against "the given answer states the expected answer". They are the inputs of
 * `ANSWER_MODEL`.
 */
import { beginningOf } from "../../text/durations.ts";
import { firstDate } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { PART_SAID, RESTATED } from "../thresholds.ts";
import type { AnswerReading } from "./answer-reading.ts";
import { figures, readValues } from "./answer-reading.ts";
import { amountAgreement, type TimeAgreement, timeAgreement } from "./value-agreement.ts";
import { byLength, wordShare } from "./word-share.ts";

export interface AnswerFeatures {
  /**
   * Share of the expected answer's words, without times and durations, that the given answer has.
   * It is squared, because the last missing word matters most.
   */
  readonly words: number;
  /**
   * Share of the expected words that the given answer has, multiplied by the share of these words
   * that the given answer's first sentence has. Words of the question do not count.
   */
  readonly lead: number;
  /** Share of the expected answer's parts that the given answer states. */
  readonly parts: number;
  /** How well the times in the two answers agree, from 0 to 1. */
  readonly time: number;
  /** Logarithm of the days between the two times. 0 unless the expected answer is only a time. */
  readonly timeGap: number;
  /**
   * Agreement of durations and of counts: 1 if the given answer has the expected value, and -1 if
   * it has a different value. If the given answer has no value, the agreement is between -1 and 1.
   */
  readonly duration: number;
  readonly count: number;
  /**
   * 1 for the expected yes or no, -1 for the opposite; half of that if yes or no is only implied.
   */
  readonly polarity: number;
  /**
   * 1 if only one of the two answers begins by denying something or by saying that the answer is
   * unknown.
   */
  readonly denial: number;
  /**
   * 1 if the question asks why or how, because right answers to such a question vary in wording.
   */
  readonly explains: number;
}

/** Value of a feature if the feature cannot compare the two texts. */
const NEUTRAL = 0.5;
const EXPLAINS = /^\s*(?:why|how)\b(?! (?:many|much|long|old|often|far|big|tall))/i;

export function answerFeatures(
  question: string,
  expected: AnswerReading,
  given: AnswerReading,
  day: number | undefined,
): { readonly features: AnswerFeatures; readonly time: TimeAgreement | undefined } {
  const lead = new Set(contentStems(given.lead));
  const isValueAlone = expected.own.length === 0;
  const isTimeAlone = isValueAlone && expected.times.length > 0;
  const begun = asksSince(question, expected.text) ? given.durations.map(beginningOf) : [];
  const days = [day, firstDate(given.text)].flatMap((each) => each ?? []);
  const time =
    expected.times.length > 0
      ? timeAgreement(expected.times, [...given.times, ...begun], days)
      : undefined;
  const parts = expected.parts.map(({ stems }) => wordShare(stems, given.stems));
  const said = parts.filter((share) => share >= PART_SAID).length;
  const inLead = wordShare(isValueAlone ? expected.stems : expected.own, lead, undefined, NEUTRAL);
  const inAll = isValueAlone ? NEUTRAL : wordShare(expected.own, given.stems);
  const amount = amountAgreement(expected, {
    durations: given.durations,
    counts: figures(readValues(given.lead).rest),
  });
  const polarity = polarityAgreement(expected, given, contentStems(question));
  // If the yes or no agrees, the rest of the expected answer only explains the yes or no. Missing
  // words then count less.
  const least = polarity === 1 ? NEUTRAL : 0;
  const features = {
    words: Math.max(least, wordShare(expected.said, given.stems, byLength, NEUTRAL) ** 2),
    lead: Math.max(least, inLead * inAll),
    parts: Math.max(least, parts.length > 0 ? said / parts.length : NEUTRAL),
    time: time?.share ?? 0,
    timeGap: isTimeAlone ? (time?.gap ?? 0) : 0,
    duration: expected.durations.length > 0 ? amount : 0,
    count: expected.durations.length > 0 ? 0 : amount,
    polarity,
    denial: expected.leadDenies === given.leadDenies ? 0 : 1,
    explains: EXPLAINS.test(question) ? 1 : 0,
  };
  return { features, time };
}

const SINCE = /\b(?:since|how long|seit|wie lange|desde|depuis)\b|自从|以来|多久/iu;

/**
 * Whether the expected answer is a start date. A right answer may instead say how long ago it was.
 */
function asksSince(question: string, expected: string): boolean {
  return SINCE.test(question) || SINCE.test(expected);
}

/** Weight of a sentence that only implies yes or no, relative to the word "yes" or "no". */
const IMPLIED = 0.5;

function polarityAgreement(
  { polarity }: AnswerReading,
  given: AnswerReading,
  asked: readonly string[],
): number {
  if (polarity === undefined || given.isUnknown) return 0;
  if (given.polarity !== undefined) return given.polarity === polarity ? 1 : -1;
  // A sentence that repeats most of the question affirms or denies the question.
  const isRestated = wordShare(asked, given.stems) >= RESTATED;
  const implied = given.leadDenies ? "no" : isRestated ? "yes" : undefined;
  if (implied === undefined) return 0;
  return implied === polarity ? IMPLIED : -IMPLIED;
}
