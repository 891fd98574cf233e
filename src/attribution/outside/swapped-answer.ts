import type { InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { asksAboutNow } from "../../text/denial/contrast-words.ts";
import { isNegated } from "../../text/polarity.ts";
import { contentStems } from "../../text/words.ts";
import { ANY_DAY } from "../answers/value-agreement.ts";
import { withoutQuestion } from "../cases/find-query-and-answer.ts";
import { searchWords, supportOf } from "../evidence/search-evidence.ts";
import { type ExpectedAnswer, readExpected } from "../needs/expected-answer.ts";
import type { AskedQuestion } from "../needs/need.ts";
import { ONE_TIME_DAYS, SURER_GIVEN } from "../thresholds.ts";

/**
 * Whether the messages support the given answer much better than the expected answer. This suggests
 * that the expected answer belongs to another question. If the question asks what is true now, the
 * result is false: older messages can give more support to an answer that is no longer true.
 * @param supportOfExpected how strongly the messages support the expected answer (see `supportOf`)
 */
export function* isSwapped(
  { query, prediction }: FailedCase,
  messages: readonly Variable[],
  question: AskedQuestion,
  supportOfExpected: number,
): InTurns<boolean> {
  const { expected } = question;
  const answer = withoutQuestion(prediction, query);
  if (expected.parts.length + expected.times.length === 0 || isNegated(answer)) return false;
  if (asksAboutNow(query) || expected.polarity !== undefined) return false;
  const own = new Set(question.queryStems);
  const read = readExpected([answer], own);
  const parts = read.parts.filter((part) => part.stems.some((stem) => !own.has(stem)));
  const given = { ...read, parts };
  if (parts.length + read.times.length === 0 || isAbout(answer, given, expected)) return false;
  if (isReplacedLater(answer, given, question, messages)) return false;
  const ofGiven = yield* supportOf(
    messages,
    { ...question, expected: given },
    searchWords(query, [answer]),
  );
  return ofGiven > 0 && ofGiven - supportOfExpected > SURER_GIVEN;
}

/**
 * Whether both answers are names, and a message with the name of the expected answer was sent after
 * all messages with the given one. Then the later name may have replaced the earlier one, even if
 * the later message does not repeat the subject: "We have moved! I like Graz".
 */
function isReplacedLater(
  answer: string,
  given: ExpectedAnswer,
  { expected, corpus }: AskedQuestion,
  messages: readonly Variable[],
): boolean {
  const texts = expected.parts.map(({ text }) => text).join(" ");
  if (!isName(expected, texts) || !isName(given, answer)) return false;
  const last = ({ parts }: ExpectedAnswer) => {
    const stems = parts.flatMap((part) => part.stems);
    return messages.findLastIndex((message) => {
      const said = corpus.message(message).stems;
      return stems.every((stem) => said.has(stem));
    });
  };
  return last(given) >= 0 && last(expected) > last(given);
}

/** Whether the answer is one name: all its words begin with a capital letter in the text. */
function isName({ parts, times }: ExpectedAnswer, text: string): boolean {
  const [part, ...others] = parts;
  if (part === undefined || others.length > 0 || times.length > 0) return false;
  const capitals = new Set((text.match(CAPITALISED) ?? []).flatMap(contentStems));
  return part.stems.every((stem) => capitals.has(stem));
}

const CAPITALISED = /(?<!\p{L})\p{Lu}\p{Ll}+/gu;

/**
 * Whether both answers are about the same subject: they share a word, both are numbers, or their
 * times are close.
 */
function isAbout(answer: string, given: ExpectedAnswer, expected: ExpectedAnswer): boolean {
  const said = new Set(contentStems(answer));
  if (expected.parts.some((part) => part.stems.some((stem) => said.has(stem)))) return true;
  const isFigure = ({ parts }: ExpectedAnswer) =>
    parts.length > 0 && parts.every(({ stems }) => stems.some((stem) => /^\d/.test(stem)));
  if (isFigure(expected) && isFigure(given)) return true;
  return expected.times.some((wanted) =>
    given.times.some((time) => {
      // If one of the dates has no year, take the year in which it is closest to the other date.
      const anchor = wanted.days?.first ?? time.days?.first ?? ANY_DAY;
      const [one, other] = [wanted, time].map(
        ({ days, mention }) => days ?? mention.resolve(anchor),
      );
      if (one === undefined || other === undefined) return false;
      return Math.abs(one.first - other.first) <= ONE_TIME_DAYS;
    }),
  );
}
