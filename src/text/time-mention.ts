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
