/** Time expressions in a text. */
import type { Days } from "./calendar.ts";

export interface TimeMention {
  readonly text: string;
  readonly index: number;
  /** Returns the days that the expression means. `anchor` is the day of the text. */
  readonly resolve: (anchor: number | undefined) => Days | undefined;
  /** Whether the expression needs the day of the text to be resolved. */
  readonly relative: boolean;
}

export type Build = (
  groups: readonly (string | undefined)[],
) => Omit<TimeMention, "text" | "index"> | undefined;

export function scan(text: string, pattern: RegExp, build: Build): TimeMention[] {
  const found: TimeMention[] = [];
  // Most texts do not match, and matchAll copies the pattern before it searches.
  if (text.search(pattern) < 0) return found;
  for (const match of text.matchAll(pattern)) {
    const built = build(match.slice(1));
    if (built !== undefined) found.push({ ...built, text: match[0], index: match.index });
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
