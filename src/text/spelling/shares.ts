/** Converts shares in words to percent: "three fifths" becomes "60 percent". */
import { NUMBER_WORDS } from "../number-words.ts";

const PARTS: Readonly<Record<string, number>> = {
  ...{ half: 2, third: 3, quarter: 4, fifth: 5, sixth: 6, eighth: 8, tenth: 10 },
};
const PART = Object.keys(PARTS).slice(1).join("|");
const MANY = "two|three|four|five|six|seven|eight|nine|[2-9]";
/**
 * Excludes phrases that look like a share but name an amount. For example, "three quarters of an
 * hour" is a duration, and "three quarters of a mile" is a length.
 */
const OF_ONE_UNIT = "(?![- ]of an? )(?![- ]hour)";

/**
 * Matches a share in words. "A third" is a share only before "of" or as a whole text, because "a third
 * person" counts persons.
 */
export const SHARE = `\\b(?:(?:${MANY})[- ](?:${PART})s${OF_ONE_UNIT}|one[- ]third|(?:an?|one)[- ](?:${PART})(?= of (?!an? ))|(?<=^\\s{0,9})(?:an?|one) (?:${PART})(?=[.!]?\\s{0,9}$)|(?<!\\b(?:first|second|other|latter|top|bottom)[- ])half(?= of (?!an? )))\\b`;
const SHARES = new RegExp(SHARE, "giu");
const MAYBE_SHARE = new RegExp(`half of|${PART}`, "iu");

export function inPercent(text: string): string {
  if (!MAYBE_SHARE.test(text)) return text;
  return text.replace(SHARES, (share) => ` ${Math.round(100 * shareOf(share))} percent `);
}

function shareOf(share: string): number {
  const words = share.toLowerCase().split(/[- ]/);
  const part = PARTS[(words.at(-1) ?? "").replace(/s$/, "")] ?? 1;
  const [first = ""] = words;
  const number = words.length === 1 ? 1 : Number(NUMBER_WORDS.get(first) ?? first);
  return (Number.isFinite(number) ? number : 1) / part;
}
