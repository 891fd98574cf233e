/**
 * Computes the features from which `ANSWER_MODEL` estimates whether the given answer states the
 * expected answer.
 */
import { beginningOf } from "../../text/durations.ts";
import { isBeforeList } from "../../text/lists.ts";
import { isNegated } from "../../text/polarity.ts";
import { firstDate } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";
import { PART_SAID, RESTATED } from "../thresholds.ts";
import type { AnswerReading } from "./answer-reading.ts";
import { figures, readValues } from "./answer-reading.ts";
import { amountAgreement, type TimeAgreement, timeAgreement } from "./value-agreement.ts";
import { byLength, wordShare } from "./word-share.ts";

export interface AnswerFeatures {
  /**
   * Share of the expected answer's words that the given answer has (0 to 1), squared. Words of
   * times and durations do not count.
   */
  readonly words: number;
  /**
   * The product of two shares of the expected answer's words: the share that the given answer has,
   * and the share that its first sentence has. Words of the question do not count.
   */
  readonly lead: number;
  /**
   * The share of the expected answer's items that the given answer states. The value is `NEUTRAL`
   * if the expected answer has no items, for example if it is only a time.
   */
  readonly parts: number;
  /** How well the times of the two answers agree: 0 for no agreement, 1 for the same days. */
  readonly time: number;
  /**
   * Says how far apart the times of the two answers are (see `TimeAgreement.gap`). It is 0 unless
   * the expected answer is only a time.
   */
  readonly timeGap: number;
  /**
   * `duration` compares the durations in the two answers. `count` compares their other numbers, but
   * reads only the first sentence of the given answer. Each value is 1 if the answers agree, -1 if
   * they differ, -0.3 if the given answer has nothing to compare, and 0 if the expected answer has
   * nothing to compare.
   */
  readonly duration: number;
  readonly count: number;
  /**
   * 1 if the given answer says yes or no as expected, -1 if it says the opposite. An answer can
   * also imply yes or no without saying it. Then the value is 0.5 or -0.5.
   */
  readonly polarity: number;
  /**
   * 1 if exactly one of the two answers starts with a sentence that denies something or says
   * "unknown"; otherwise 0. It is 0 too if this sentence only repeats a question that denies
   * something.
   */
  readonly denial: number;
  /**
   * 1 if the question asks why or how; otherwise 0. Right answers to such questions vary more in
   * their words.
   */
  readonly explains: number;
}

/** Value of a feature if the expected answer has nothing that the feature can compare. */
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
  // If both answers say yes, or both say no, they agree, even if they give different explanations.
  // So the features that compare words (`words`, `lead` and `parts`) are then at least `NEUTRAL`.
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
    denial:
      expected.leadDenies === given.leadDenies || repeatsDenial(question, expected, given) ? 0 : 1,
    explains: EXPLAINS.test(question) ? 1 : 0,
  };
  return { features, time };
}

/**
 * Whether each clause that denies something repeats most of a question that denies it. Such
 * a clause must give the expected answer, or a list must follow.
 */
function repeatsDenial(question: string, { own }: AnswerReading, given: AnswerReading): boolean {
  if (!isNegated(question)) return false;
  const asked = contentStems(question);
  return given.lead
    .split(/[,;:]|(?<!\p{L})(?:but|aber|pero|mais|ma|mas|maar)(?!\p{L})/iu)
    .filter(isNegated)
    .every((clause) => {
      const stems = contentStems(clause);
      const isAnswer = own.some((each) => stems.includes(each)) || isBeforeList(clause, given.text);
      return isAnswer && wordShare(asked, stems) >= RESTATED;
    });
}

const SINCE = /\b(?:since|how long|seit|wie lange|desde|depuis)\b|自从|以来|多久/iu;

/**
 * Whether the question or the expected answer is about a start, as in "Since when …?". Then a
 * duration can be a right answer too: "for five years" instead of "since 2019".
 */
function asksSince(question: string, expected: string): boolean {
  return SINCE.test(question) || SINCE.test(expected);
}

/** Value of `polarity` for a sentence that implies yes or no without the word "yes" or "no". */
const IMPLIED = 0.5;

function polarityAgreement(
  { polarity }: AnswerReading,
  given: AnswerReading,
  asked: readonly string[],
): number {
  if (polarity === undefined || given.isUnknown) return 0;
  if (given.polarity !== undefined) return given.polarity === polarity ? 1 : -1;
  // If the first sentence of the given answer denies something, it implies "no". Otherwise, if the
  // given answer repeats most words of the question, it implies "yes".
  const isRestated = wordShare(asked, given.stems) >= RESTATED;
  const implied = given.leadDenies ? "no" : isRestated ? "yes" : undefined;
  if (implied === undefined) return 0;
  return implied === polarity ? IMPLIED : -IMPLIED;
}
