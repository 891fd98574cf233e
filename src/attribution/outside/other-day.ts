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
 * Whether the question names one day, the sentences with the expected answer name only other days,
 * and a sentence with all wrong details of the given answer names the day of the question. Then the
 * given answer is right, and the expected answer belongs to another day.
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
  const daysWith = (words: readonly string[]) =>
    messages.flatMap((message) => {
      const { sentences, day } = read(message);
      const stating = sentences.filter(({ stems }) => words.every((each) => stems.includes(each)));
      return stating.map((sentence) =>
        sentence.times().flatMap(({ resolve }) => resolve(day) ?? []),
      );
    });
  const isAsked = (days: Days) => sameTime(days, asked);
  const ofExpected = daysWith(wanted);
  return (
    ofExpected.length > 0 &&
    ofExpected.every((days) => days.length > 0 && !days.some(isAsked)) &&
    !messages.some((m) => {
      const { sentences, day } = read(m);
      return (
        (day === undefined || day < asked.first) &&
        sentences.some(({ stems }) => wanted.every((e) => stems.includes(e)))
      );
    }) &&
    daysWith(given).some((days) => days.some((each) => isOneDay(each) && isAsked(each)))
  );
}

function isOneDay({ first, last }: Days): boolean {
  return first === last;
}
