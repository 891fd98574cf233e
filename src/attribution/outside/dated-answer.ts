/**
 * Compares an expected time such as "on Thursday" or "yesterday" with a date in the given answer.
 * Such a time counts from the day of the message that states it.
 */
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { type Days, sameTime, sayDay, spansOf } from "../../text/calendar.ts";
import { isDateWithoutYear, type TimeMention } from "../../text/time-mention.ts";
import { bareWeekdays, isWeekday, onlyWeekday } from "../../text/times/only-weekday.ts";
import { timeMentions } from "../../text/times.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";

/**
 * Returns the expected answer with the given date in place of its relative time, if the evidence
 * shows that both mean the same day. Returns null if they mean different days. Returns undefined if
 * the expected answer has no such time, the given answer has no date, or the evidence does not show
 * the day.
 */
export function datedExpected(
  { expected, prediction }: FailedCase,
  evidence: readonly Variable[],
  { message }: Pick<MessageCorpus, "message">,
): string | null | undefined {
  const text = expected.join("; ");
  const wanted = relativeTime(text);
  if (wanted === undefined) return undefined;
  const times = timeMentions(prediction);
  const dates = times.filter((each) => !each.relative || isDateWithoutYear(each));
  // In "on 9 September you said Thursday", the date is not the answer.
  const isDated = [...times, ...bareWeekdays(prediction)].every((time) =>
    dates.some((date) => date === time || isBeside(date, time)),
  );
  let isOther = false;
  for (const { sentences, day } of evidence.map(message)) {
    const meant = wanted.resolve(day);
    if (meant === undefined) continue;
    const said = sentences.flatMap((sentence) => timesIn(sentence, wanted));
    const days = said.flatMap(({ resolve }) => resolve(day) ?? []);
    if (!days.some((each) => sameTime(each, meant))) continue;
    const given = dates.flatMap(({ resolve }) => resolve(day) ?? []).filter(isOneDay);
    // "Next Thursday" in the message tells which Thursday the expected answer means.
    const told = days.filter((each) => each.isEither !== true && spansOf(meant).some(isSpan(each)));
    const spans = told.length > 0 ? told : spansOf(meant);
    const right = given.find(({ first }) => spans.some((each) => isIn(first, each)));
    const date = right === undefined ? undefined : sayDay(right);
    if (date !== undefined)
      return `${text.slice(0, wanted.index)}${date}${text.slice(wanted.index + wanted.text.length)}`;
    isOther ||= isDated && given.length > 0;
  }
  return isOther ? null : undefined;
}

/** Returns the only time in the text, if it counts from the day of a message. */
function relativeTime(text: string): TimeMention | undefined {
  const [time = onlyWeekday(text), ...others] = timeMentions(text);
  if (time === undefined || others.length > 0 || !time.relative) return undefined;
  return isDateWithoutYear(time) || !isDayOrEither(time) ? undefined : time;
}

function timesIn(
  sentence: { readonly text: string; times(): readonly TimeMention[] },
  wanted: TimeMention,
): readonly TimeMention[] {
  return isWeekday(wanted.text)
    ? [...sentence.times(), ...bareWeekdays(sentence.text)]
    : sentence.times();
}

/** Whether the time means one day. The text can leave open which one, as in "on Friday". */
function isDayOrEither({ resolve }: TimeMention): boolean {
  const days = resolve(0);
  return days !== undefined && (isOneDay(days) || days.isEither === true);
}

function isOneDay({ first, last }: Days): boolean {
  return first === last;
}

function isSpan(days: Days): (span: { readonly first: number; readonly last: number }) => boolean {
  return ({ first, last }) => days.first === first && days.last === last;
}

function isIn(day: number, { first, last }: Days): boolean {
  return first <= day && day <= last;
}

/** Maximum number of characters between a date and its weekday, as in "5 May 2023 (a Friday)". */
const BESIDE = 4;

function isBeside(date: TimeMention, time: TimeMention): boolean {
  const [first, second] = date.index < time.index ? [date, time] : [time, date];
  return second.index - first.index - first.text.length <= BESIDE;
}
