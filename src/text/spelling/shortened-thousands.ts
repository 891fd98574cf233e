/**
 * Recognises amounts whose speaker leaves out the word "thousand": "he came down to 27" for 27,000.
 */
import { durations } from "../durations.ts";
import { UNIT_WORDS } from "../numbers.ts";
import { timeMentions } from "../times.ts";
import { allStems, contentStems } from "../words.ts";

const THOUSANDS = /^[1-9]\d*00$/;
/** Smaller amounts are left out: their short figures are below ten, and often occur by chance. */
const LEAST = 10_000;
const UNITS = new Set(UNIT_WORDS.flatMap(contentStems));

/** Returns the amount divided by 1,000: "27" for "27000". Returns undefined for other words. */
export function withoutThousands(stem: string): string | undefined {
  return THOUSANDS.test(stem) && Number(stem) >= LEAST ? `${Number(stem) / 1000}` : undefined;
}

/**
 * If `stem` is an amount in thousands and the text states it without the thousands, returns the
 * figure as the text states it. A figure with a unit, or in a time or a duration, does not count:
 * "27 km" and "27 May" do not mean 27,000.
 */
export function shortenedIn(text: string, stem: string): string | undefined {
  const short = withoutThousands(stem);
  if (short === undefined || !contentStems(text).includes(short)) return undefined;
  const spans = [...timeMentions(text), ...durations(text)];
  const rest = spans.reduce((left, { text: said }) => left.replace(said, " ; "), text);
  return isBareIn(rest, short) ? short : undefined;
}

/** Whether the text has the figure without a unit after it. */
export function isBareIn(text: string, figure: string): boolean {
  const words = allStems(text);
  return words.some((word, at) => word === figure && !isUnit(words[at + 1] ?? ""));
}

export function isUnit(stem: string): boolean {
  return UNITS.has(stem);
}
