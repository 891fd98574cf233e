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
 * result is false, because older messages can support an answer that is no longer true. The result
 * is also false if the expected answer is yes or no.
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
  const ofGiven = yield* supportOf(
    messages,
    { ...question, expected: given },
    searchWords(query, [answer]),
  );
  return ofGiven > 0 && ofGiven - supportOfExpected > SURER_GIVEN;
}

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
