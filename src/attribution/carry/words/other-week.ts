import { sameTime } from "../../../text/calendar.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { isDateWithoutYear } from "../../../text/time-mention.ts";
import { isWeekday } from "../../../text/times/only-weekday.ts";
import type { Need } from "../../needs/need.ts";

/**
 * Whether the needed detail is a weekday, and each sentence with this weekday has the date of another
 * week: "on Thursday, 19 May" if the message means Thursday, 12 May.
 */
export function namesOtherWeek(
  sentences: readonly Sentence[],
  { text, days, day, timeWords }: Need,
): boolean {
  if (days === undefined || !isWeekday(text)) return false;
  const having = sentences.filter(({ stems }) =>
    [...timeWords].every((word) => stems.includes(word)),
  );
  return (
    having.length > 0 &&
    having.every((sentence) => {
      const dates = sentence.times().filter((each) => !each.relative || isDateWithoutYear(each));
      const meant = dates.flatMap(({ resolve }) => resolve(day) ?? []);
      return meant.length > 0 && !meant.some((each) => sameTime(each, days));
    })
  );
}
