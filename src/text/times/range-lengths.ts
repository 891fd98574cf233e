/** Finds the lengths of ranges: "from 22 to 29 December" is a week, "21:00–22:30" is 90 minutes. */
import { inClockTimes } from "../clock-times.ts";
import type { TimeMention } from "../time-mention.ts";

const TO = "(?:-|–|—|to|until|till|through)";
const ANY_RANGE = /\d ?[-–—]|\b(?:to|until|till|through)\b/i;
const JOINED = new RegExp(`\\s${TO}\\s|\\d ?[-–—] ?\\d`, "i");
const CLOCKS = new RegExp(`(?<!\\d)(\\d{1,2}):(\\d\\d) ?${TO} ?(\\d{1,2}):(\\d\\d)(?!\\d)`, "gi");
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
  const days = times()
    .filter((mention) => JOINED.test(mention.text))
    .flatMap((mention) => {
      const meant = mention.resolve(ANY_DAY);
      return meant === undefined ? [] : [meant.last - meant.first, meant.last - meant.first + 1];
    });
  return [...clocks, ...days].filter((length) => length > 0);
}

/**
 * Ranges without a year are resolved from this day (days since 1970). Any day will do, because only
 * the length of the range matters.
 */
const ANY_DAY = 0;
