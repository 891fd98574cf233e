/** Finds the lengths of ranges: "from 22 to 29 December" is a week, "21:00–22:30" is 90 minutes. */
import { dayOfMonth } from "../calendar.ts";
import { inClockTimes } from "../clock-times.ts";
import type { TimeMention } from "../time-mention.ts";

const TO = "(?:-|–|—|to|until|till|through)";
const JOINED = new RegExp(`\\s${TO}\\s|\\d ?[-–—] ?\\d`, "i");
/** Words for "to" in the ten languages. */
const ANY_TO =
  "(?:[-–—~〜到至]|から|부터|(?:to|until|till|through|bis|al?(?: las)?|alle|au|à|às|hasta(?: las)?|até|ao|tot|t/m)(?!\\p{L}))";
const ORDINAL = "(?:[.ºª°日号號일]|er|st|nd|rd|th)?";
const ANY_RANGE = new RegExp(
  `\\b(?:to|until|till|through)\\b|\\d ?(?:Uhr|uur|h)? ?${ORDINAL} ?${ANY_TO}`,
  "iu",
);
const CLOCKS = new RegExp(
  `(?<!\\d)(\\d{1,2}):(\\d\\d) {0,2}${ANY_TO} {0,2}(\\d{1,2}):(\\d\\d)(?!\\d)`,
  "giu",
);
/** Matches the first day of a range before its last day: "4 al " in "del 4 al 22 de agosto". */
const FIRST_DAY = new RegExp(
  `(?<![\\d.,:])(\\d{1,2})${ORDINAL} ?${ANY_TO} ?(?:zum|den|de|en met|el|o|le|the|il)? ?(?:dia )?$`,
  "iu",
);
/** Matches the last day of a range after its first day: "から22日" in "8月4日から22日まで". */
const LAST_DAY = new RegExp(`^ ?${ANY_TO} ?(\\d{1,2}) ?[日号號일]`, "iu");
const MINUTES_A_DAY = 1440;

/**
 * Returns the lengths of the ranges in days. A range of days gives two lengths, because its last day
 * can belong to it or not.
 */
export function rangeLengths(text: string, times: () => readonly TimeMention[]): number[] {
  if (!ANY_RANGE.test(text)) return [];
  const clocks = [...inClockTimes(text).matchAll(CLOCKS)].map(([, ...parts]) => {
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
    const minutes = toHour * 60 + toMinute - fromHour * 60 - fromMinute;
    return (minutes < 0 ? minutes + MINUTES_A_DAY : minutes) / MINUTES_A_DAY;
  });
  const days = times().flatMap((mention) => {
    const meant = mention.resolve(ANY_DAY);
    if (meant === undefined) return [];
    const length = JOINED.test(mention.text)
      ? meant.last - meant.first
      : daysInMonth(text, mention, dayOfMonth(meant.first));
    return length === undefined ? [] : [length, length + 1];
  });
  return [...clocks, ...days].filter((length) => length > 0);
}

/**
 * The mention names one day of a range and its month, such as "22 de agosto" in "del 4 al 22 de
 * agosto". Returns the number of days between this day and the other day of the range, which is in
 * the same month. Returns undefined if the text names no such day.
 */
function daysInMonth(
  text: string,
  { index, text: said }: TimeMention,
  day: number,
): number | undefined {
  const [, first] = FIRST_DAY.exec(text.slice(Math.max(0, index - NEAR), index)) ?? [];
  if (first !== undefined) return lengthFrom(Number(first), day);
  const [, last] = LAST_DAY.exec(text.slice(index + said.length, index + said.length + NEAR)) ?? [];
  return last === undefined ? undefined : lengthFrom(day, Number(last));
}

/** Maximum number of characters between the two days of a range. */
const NEAR = 40;

function lengthFrom(first: number, last: number): number | undefined {
  return last > first ? last - first : undefined;
}

/**
 * Ranges without a year are resolved from this day (days since 1970). Any day will do, because only
 * the length of the range matters.
 */
const ANY_DAY = 0;
