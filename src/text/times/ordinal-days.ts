/** Reads days without a month, or with the day as a word: "the 24th", "first of April". */
import { dayOfMonth, single } from "../calendar.ts";
import { ORDINALS } from "../number-words.ts";
import type { TimeMention } from "../time-mention.ts";

const DAYS = [
  ...ORDINALS.slice(1),
  ...ORDINALS.slice(1, 10).map((unit) => `twenty-${unit}`),
  ...["thirtieth", "thirty-first"],
];

/** Longer words come first, because "twenty-first" contains "first". */
export const ORDINAL_DAY = `(${DAYS.toReversed().join("|")})`;

/** Returns 0 if the word names no day. */
export function ordinalDay(word: string | undefined): number {
  return DAYS.indexOf((word ?? "").toLowerCase()) + 1;
}

/**
 * In "before the 24th", the number names a day, but in "before the 24th visitor" it belongs to a
 * noun. If one of these words follows, the number names a day.
 */
const FOLLOWING =
  "at|and|or|but|because|since|for|to|until|till|through|instead|not|so|then|when|if|as|with|in the (?:morning|afternoon|evening)";

/** Matches a day without the name of its month: "on the 24th", "not before the 24th", "am 24ten". */
export const DAY_OF_SOME_MONTH = new RegExp(
  `\\bon the (\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of|day|floor|page|try|time)\\b)|\\b(?:by|before|after|until|till|from|since|to|for|than) the (\\d{1,2})(?:st|nd|rd|th)\\b(?=\\s{0,4}(?:[,.;:!?)–—-]|$)| (?:${FOLLOWING})\\b)|\\b(?:der|am|den|bis|zum|vom|de) (\\d{1,2})(?:te[nr]?|e)\\b(?! \\p{L})`,
  "giu",
);

const ONLY_DAY = /^(?:\p{L}+ )?the \d{1,2}(?:st|nd|rd|th)$/iu;
const NAMES_MONTH = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

/**
 * If a day has no month, takes the month from the date before it. For example, "the 21st" is
 * 21 October in "the party of 7 October is moved to the 21st".
 */
export function withMonths(mentions: readonly TimeMention[]): TimeMention[] {
  return mentions.map((mention, index) => {
    const before = mentions[index - 1];
    if (before === undefined || !ONLY_DAY.test(mention.text) || !NAMES_MONTH.test(before.text))
      return mention;
    const resolve = (anchor: number | undefined) => {
      const dated = before.resolve(anchor);
      if (dated === undefined) return undefined;
      const day = Number(/\d+/.exec(mention.text)?.[0]);
      const same = dated.first + day - dayOfMonth(dated.first);
      return same > dated.first && dayOfMonth(same) === day
        ? single(same)
        : mention.resolve(dated.first);
    };
    return { ...mention, resolve, relative: before.relative };
  });
}
