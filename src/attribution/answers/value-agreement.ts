import { type Days, spansOf } from "../../text/calendar.ts";
import { sameDuration } from "../../text/durations.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import type { AnswerReading } from "./answer-reading.ts";

export interface TimeAgreement {
  /**
   * How much the given time and the expected time overlap. The number of days that are in both is
   * divided by the number of days from the earlier start to the later end. If the given time is
   * within the expected time, the result is raised to at least 0.8.
   */
  readonly share: number;
  /**
   * How far apart the two times are; 0 if they overlap. If the later time starts n days after the
   * end of the earlier time, the value is log(1 + n). If one of the texts names no time, the value
   * is `NO_TIME`.
   */
  readonly gap: number;
  /** The given time expression that agrees best; undefined if there is none. */
  readonly said: string | undefined;
  readonly days: Days | undefined;
}

/** Value of `gap` if one of the two texts names no time. */
const NO_TIME = 8;
/**
 * 15 July 1970, in days since 1970. This day is in the middle of a month and of a year. So a few
 * days before or after it are still in the same month and year.
 */
export const ANY_DAY = 195;
/**
 * A time such as "last month" means other days if it counts from a day that is this many days
 * later. A date without a year, such as "9 April", still means the same day.
 */
const LATER = 40;
const LONGEST_MONTH = 31;
/**
 * Minimum `share` if the given time is within the expected time. For example, "5 June" is right if
 * "June" is expected; it is only more precise.
 */
const WITHIN = 0.8;

/**
 * A day without a month, such as "the 24th", can mean two days. If one of them agrees with the
 * expected time, `share` is at least this value. By chance, two texts seldom name the same day of
 * the month, but often the same weekday.
 */
const DAY_OF_MONTH = 0.8;
/** Maximum number of days between the two days that a weekday such as "on Friday" can mean. */
const WEEKDAYS_APART = 14;

/**
 * Compares each given time with each expected time and returns the best agreement. A relative time
 * counts from these days:
 * - If only the given time is relative, it counts from each of `days`, or from the expected time if
 *   `days` is empty.
 * - If both times are relative, such as "last week" and "a week ago", both count from `ANY_DAY`.
 * - If both are relative and the expected one is a date without a year, both count from each of
 *   `days`.
 */
export function timeAgreement(
  expected: readonly TimeMention[],
  given: readonly TimeMention[],
  days: readonly number[],
): TimeAgreement {
  let best: TimeAgreement = { share: 0, gap: NO_TIME, said: undefined, days: undefined };
  const dated = [...given, ...expected].map((mention) => mention.resolve(undefined));
  const common = days[0] ?? dated.find((each) => each !== undefined)?.first ?? ANY_DAY;
  for (const wanted of expected) {
    const span = wanted.resolve(undefined) ?? wanted.resolve(common);
    if (span === undefined) continue;
    for (const mention of given) {
      for (const found of agreements(mention, wanted, span, days)) {
        if (found.share > best.share || (best.share === 0 && found.gap < best.gap)) best = found;
      }
    }
  }
  return best;
}

function agreements(
  mention: TimeMention,
  wanted: TimeMention,
  span: Days,
  days: readonly number[],
): TimeAgreement[] {
  const { text } = mention;
  if (mention.relative && wanted.relative) {
    if (days.length > 0 && isDateWithoutYear(wanted))
      return days.flatMap((day) => {
        const [expected, given] = [wanted.resolve(day), mention.resolve(day)];
        if (expected === undefined || given === undefined) return [];
        return [compare(expected, given, text)];
      });
    const [expected, given] = [wanted.resolve(ANY_DAY), mention.resolve(ANY_DAY)];
    if (expected === undefined || given === undefined) return [];
    return [{ ...compare(expected, given, text), days: mention.resolve(days[0]) }];
  }
  const fixed = mention.resolve(undefined);
  if (fixed !== undefined) return [compare(span, fixed, text)];
  const from = days.length > 0 ? days : [span.first];
  return from.flatMap((day) => {
    const meant = mention.resolve(day);
    return meant === undefined ? [] : [compare(span, meant, text)];
  });
}

/**
 * Whether the time is a day or a month without a year, such as "9 April". To find this out,
 * resolves the time for two different days of one year. A time without a year has the same result
 * for both. A time such as "yesterday" has two different results.
 */
export function isDateWithoutYear({ resolve }: TimeMention): boolean {
  const [one, other] = [resolve(ANY_DAY), resolve(ANY_DAY + LATER)];
  const isSame = one !== undefined && one.first === other?.first && one.last === other.last;
  return isSame && one.last - one.first < LONGEST_MONTH;
}

function compare(expected: Days, given: Days, said: string): TimeAgreement {
  const found = compareSpans(expected, given, said);
  const canAgree = spansOf(expected).some((one) =>
    spansOf(given).some((other) => compareSpans(one, other, said).share > 0),
  );
  if (!canAgree) return { ...found, share: 0 };
  const isDayOfMonth = given.isEither === true && given.last - given.first > WEEKDAYS_APART;
  return isDayOfMonth ? { ...found, share: Math.max(DAY_OF_MONTH, found.share) } : found;
}

function compareSpans(expected: Days, given: Days, said: string): TimeAgreement {
  const shared = Math.min(expected.last, given.last) - Math.max(expected.first, given.first) + 1;
  if (shared <= 0) return { share: 0, gap: Math.log(2 - shared), said, days: given };
  const all = Math.max(expected.last, given.last) - Math.min(expected.first, given.first) + 1;
  const isWithin = given.first >= expected.first && given.last <= expected.last;
  return { share: Math.max(shared / all, isWithin ? WITHIN : 0), gap: 0, said, days: given };
}

/**
 * Compares the durations of both answers. If the expected answer has no duration, compares their
 * other numbers. Returns 1 if they agree, -1 if they differ, and -0.3 if the given text has none.
 * Returns 0 if the expected answer has a time, or if it has nothing to compare.
 */
export function amountAgreement(
  expected: AnswerReading,
  given: { readonly durations: AnswerReading["durations"]; readonly counts: readonly string[] },
): number {
  if (expected.times.length > 0) return 0;
  if (expected.durations.length > 0) {
    const isSame = expected.durations.some((wanted) =>
      given.durations.some(({ days }) => sameDuration(wanted.days, days)),
    );
    return isSame ? 1 : given.durations.length > 0 ? OTHER : NONE;
  }
  if (expected.counts.length === 0) return 0;
  if (expected.counts.every((count) => given.counts.includes(count))) return 1;
  return given.counts.length > 0 ? OTHER : NONE;
}

const OTHER = -1;
const NONE = -0.3;
