/** Defines a time expression in a text, and helps to find such expressions. */
import type { Days } from "./calendar.ts";

export interface TimeMention {
  readonly text: string;
  readonly index: number;
  /**
   * Returns the days that the expression means.
   * @param anchor the day on which the text was written; undefined if it is unknown
   */
  readonly resolve: (anchor: number | undefined) => Days | undefined;
  /** Whether `resolve` needs the anchor, as for "yesterday". */
  readonly relative: boolean;
}

/**
 * Makes a time mention from a match of a pattern. Returns undefined if the match is no time.
 * @param groups the capture groups of the match
 * @param text the whole text that contains the match; for example, it can show the language
 */
export type Build = (
  groups: readonly (string | undefined)[],
  text: string,
) => Omit<TimeMention, "text" | "index"> | undefined;

export function scan(text: string, pattern: RegExp, build: Build): TimeMention[] {
  const found: TimeMention[] = [];
  for (const match of matchesOf(text, pattern)) {
    const built = build(match.slice(1), text);
    if (built !== undefined) found.push({ ...built, text: match[0], index: match.index });
  }
  return found;
}

const NONE: readonly RegExpExecArray[] = [];

/**
 * This does not use `matchAll`, because `matchAll` copies the pattern. In most texts, the copy
 * takes longer than the search.
 */
function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const found: RegExpExecArray[] = [];
  for (; match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return found;
}

export function fixed(days: Days | undefined): Omit<TimeMention, "text" | "index"> | undefined {
  return days === undefined ? undefined : { resolve: () => days, relative: false };
}

export function spoken(
  days: (anchor: number) => Days | undefined,
): Omit<TimeMention, "text" | "index"> {
  return { resolve: (anchor) => (anchor === undefined ? undefined : days(anchor)), relative: true };
}

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
 * Whether the time is a day or a month without a year, such as "9 April". To find this out,
 * resolves the time for two different days of one year. A time without a year has the same result
 * for both. A time such as "yesterday" has two different results.
 */
export function isDateWithoutYear({ resolve }: TimeMention): boolean {
  const [one, other] = [resolve(ANY_DAY), resolve(ANY_DAY + LATER)];
  const isSame = one !== undefined && one.first === other?.first && one.last === other.last;
  return isSame && one.last - one.first < LONGEST_MONTH;
}
