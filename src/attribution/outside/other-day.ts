/** Recognises an expected answer that is right for another day than the day of the question. */
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { type Days, sameTime } from "../../text/calendar.ts";
import { timeMentions } from "../../text/times.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { ExpectedAnswer } from "../needs/expected-answer.ts";
import { tellingDetails } from "../source/wrong-part.ts";

/**
 * Whether the given answer is right, and the expected answer belongs to another day. All of these
 * must be true:
 * - The question names exactly one day.
 * - All sentences with the expected answer name only other days. Their messages were sent on the
 *   day of the question or later.
 * - One sentence has all details of the given answer that are not in the expected answer, and names
 *   the day of the question.
 */
export function isOfOtherDay(
  failed: FailedCase,
  { parts, times }: Pick<ExpectedAnswer, "parts" | "times">,
  messages: readonly Variable[],
  { message: read }: MessageCorpus,
): boolean {
  const [asked, ...others] = timeMentions(failed.query).flatMap(({ relative, resolve }) =>
    relative ? [] : (resolve(undefined) ?? []),
  );
  if (asked === undefined || others.length > 0 || !isOneDay(asked)) return false;
  const wrong = wrongWords(failed);
  const given = tellingDetails(failed.prediction).flatMap(({ stem }) =>
    wrong.has(stem) ? [stem] : [],
  );
  const wanted = parts.flatMap(({ stems }) => stems);
  if (given.length === 0 || wanted.length === 0 || times.length > 0) return false;
  const statements = (words: readonly string[]) =>
    messages.flatMap((message) => {
      const { sentences, day: said } = read(message);
      const stating = sentences.filter(({ stems }) => words.every((each) => stems.includes(each)));
      return stating.map((sentence) => ({
        said,
        days: sentence.times().flatMap(({ resolve }) => resolve(said) ?? []),
      }));
    });
  const isAsked = (days: Days) => sameTime(days, asked);
  // A message that was sent before the day of the question can name only another day, and still be
  // about the day of the question: "I rebooked yesterday: the dinner is at Luigi's".
  const isOfOther = ({ said, days }: { said: number | undefined; days: readonly Days[] }) =>
    said !== undefined && said >= asked.first && days.length > 0 && !days.some(isAsked);
  const ofExpected = statements(wanted);
  return (
    ofExpected.length > 0 &&
    ofExpected.every(isOfOther) &&
    statements(given).some(({ days }) => days.some((each) => isOneDay(each) && isAsked(each)))
  );
}

function isOneDay({ first, last }: Days): boolean {
  return first === last;
}
