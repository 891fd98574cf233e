/** Finds durations in a text: "nearly three months", "2 months, 27 days", "drei Jahre", "两周". */

import { COUNT_WORD, countOf } from "./languages/count-words.ts";
import { LOCALE_UNITS, MAYBE_LOCALE_UNIT } from "./languages/locale-units.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import { inHalves } from "./spelling/halves.ts";
import { spoken, type TimeMention } from "./time-mention.ts";
import { intervals } from "./times/intervals.ts";

export interface Duration {
  readonly text: string;
  readonly index: number;
  readonly days: number;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:sec|sek|秒)/iu, 1 / 86_400],
  [/^(?:min|分)/iu, 1 / 1440],
  [/^(?:hour|hr|stunde|小时|小時|时间|時間)/iu, 1 / 24],
  [/^(?:day|night|tag|nacht|nächte|天|日)/iu, 1],
  [/^(?:fortnight)/iu, 14],
  [/^(?:week|woche|周|週|星期|礼拜)/iu, 7],
  [/^(?:month|monat|月)/iu, 30.4],
  [/^(?:year|jahr|年)/iu, 365.25],
  [/^(?:decade|jahrzehnt)/iu, 3652.5],
];
const UNIT =
  "(seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weekends?|weeks?|fortnights?|months?|years?|decades?|sekunden?|minuten?|stunden?|tagen?|tage|nacht|nächten?|wochen?|monaten?|monate?|jahren?|jahre?|jahrzehnten?)";
const WORD = `\\d+(?:[.,]\\d+)?|an?|half an?|${[...NUMBER_WORDS.keys()].join("|")}|ein(?:e[nmr]?)?|zwei|fünf|zwölf|couple of|few|several|einige[nr]?|paar`;
const SPACED = new RegExp(
  `(?<![\\p{L}\\p{N}])(${WORD})[ -](?:(and a half )|more |full |whole )?${UNIT}( and (?:a half|a quarter|three quarters))?(?!\\p{L})`,
  "giu",
);
/** Matches "a quarter of an hour" and "three quarters of an hour". */
const PARTS: Readonly<Record<string, number>> = {
  ...{ "three quarters": 0.75, "a quarter": 0.25, quarter: 0.25, "a third": 1 / 3 },
  ...{ "two thirds": 2 / 3 },
};
const PART = new RegExp(
  `(?<![\\p{L}\\p{N}])(${Object.keys(PARTS).join("|")}) of an? (hour|day|month|year)(?!\\p{L})`,
  "giu",
);
/** If one of these words precedes "a week", the text gives a rate, as in "twice a week". */
const RATE = /(?:\d|\p{Sc}|once|twice|times|percent|euros?|dollars?|pounds?|francs?)\s$/iu;
const UNSPACED =
  /((?<![一二两兩三四五六七八九十百半])[一二两兩三四五六七八九十百半]+|(?<!\d)\d+)\s?(?:个|個|ヶ|か)?(秒|分钟|分鐘|小时|小時|時間|天|日|周|週|星期|月|年)(?:间|間|钟)?/gu;
/**
 * Matches a duration in a language of `locale-units.ts`: a number in digits or words, and then a
 * unit.
 */
const IN_LOCALE = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d+(?:[.,]\\d+)?|${COUNT_WORD}) ?-?(${[...LOCALE_UNITS.keys()].join("|")})(?!\\p{L})`,
  "giu",
);
const HAN = "零一二三四五六七八九十";
/**
 * If one of these words follows, the text names a point in time instead of a duration: "three days
 * ago".
 */
const AWAY =
  /^\s?(?:ago|back|before|after|earlier|later|from now|old|前|以前|之前|后|後)(?!\p{L})/iu;
const GOES_ON = /^(?:,? and |, ?| )$/;

/** Durations that belong together count as one, such as "two years and a month". */
export function durations(text: string): Duration[] {
  return allDurations(text).filter(
    ({ text: said, index }) => !AWAY.test(text.slice(index + said.length)),
  );
}

/** Like `durations`, but also returns the duration in "three days ago". */
function allDurations(text: string): Duration[] {
  const found: Duration[] = [];
  const read: Duration[] = [];
  const add = ({ 0: all, index }: RegExpExecArray, days: number | undefined) => {
    if (days !== undefined) read.push({ text: all, index, days });
  };
  for (const match of text.matchAll(SPACED)) {
    const [, count = "", before, unit = "", after] = match;
    if (/^an?$/i.test(count) && RATE.test(text.slice(0, match.index))) continue;
    add(match, length(count, unit, FRACTIONS[(before ?? after)?.trim() ?? ""]));
  }
  for (const match of text.matchAll(PART))
    add(match, length("0", match[2] ?? "", PARTS[match[1]?.toLowerCase() ?? ""]));
  for (const match of text.matchAll(UNSPACED)) add(match, length(match[1] ?? "", match[2] ?? ""));
  if (MAYBE_LOCALE_UNIT.test(text)) {
    for (const match of text.matchAll(IN_LOCALE))
      add(match, length(match[1] ?? "", match[2] ?? ""));
  }
  for (const match of read.toSorted((a, b) => a.index - b.index)) {
    const { index, days } = match;
    const before = found.at(-1);
    const end = before === undefined ? -1 : before.index + before.text.length;
    if (index < end) continue;
    if (
      before !== undefined &&
      end > 0 &&
      GOES_ON.test(text.slice(end, index)) &&
      days < before.days
    ) {
      const joined = text.slice(before.index, index + match.text.length);
      found[found.length - 1] = { text: joined, index: before.index, days: before.days + days };
    } else found.push(match);
  }
  return found;
}

const FRACTIONS: Readonly<Record<string, number>> = {
  ...{ "and a half": 0.5, "and a quarter": 0.25, "and three quarters": 0.75 },
};

function length(count: string, unit: string, more = 0): number | undefined {
  const one =
    LOCALE_UNITS.get(unit.toLowerCase()) ?? UNITS.find(([pattern]) => pattern.test(unit))?.[1];
  const number = numberOf(count.toLowerCase());
  return one === undefined || number === undefined ? undefined : one * (number + more);
}

function numberOf(word: string): number | undefined {
  if (/^half|^半$/.test(word)) return 0.5;
  if (/^couple|^paar/.test(word)) return 2;
  if (/^(?:few|several|einige)/.test(word)) return 3;
  const counted = countOf(word);
  if (counted !== undefined) return counted;
  if (/^(?:an?|ein)/.test(word)) return 1;
  const han = HAN.indexOf(word.replace(/[两兩]/, "二"));
  if (han >= 0) return han;
  const known = NUMBER_WORDS.get(word.normalize("NFKD").replace(/\p{M}/gu, "")) ?? word;
  const number = Number(known.replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}

/**
 * People round durations. So the beginning that is computed from a duration can be wrong by this
 * share of it.
 */
const ROUNDED = 0.08;

/**
 * Returns when a duration such as "for two months" probably began. The days are counted back from
 * the day of the text. People round durations, so the result is a span of several days.
 */
export function beginningOf({ text, index, days }: Duration): TimeMention {
  const begin = (today: number) => ({
    first: Math.floor(today - days * (1 + ROUNDED)),
    last: Math.ceil(today - days * (1 - ROUNDED)),
  });
  return { text, index, ...spoken(begin) };
}

/**
 * Whether two durations, in days, are nearly the same. People round durations, so "nearly three
 * months" can mean "2 months and 27 days".
 */
export function sameDuration(a: number, b: number): boolean {
  return Math.max(a, b) <= 1.12 * Math.min(a, b);
}

const VAGUE = /\b(?:few|several|couple)\b|(?<!\p{L})(?:einige[nr]?|paar)(?!\p{L})/iu;

/**
 * Returns the durations of the text that are not vague, as "a few days" is. The duration in "three
 * days ago" counts too, and so does the time between two events ("weekly").
 */
export function exactDurations(text: string): Duration[] {
  const lengths = allDurations(text).filter((each) => !VAGUE.test(each.text));
  return [...lengths, ...intervals(text)];
}

/**
 * Like `exactDurations`, but also reads forms such as "anderthalb Stunden". Returns the lengths in
 * days.
 */
export function exactLengths(text: string): number[] {
  return exactDurations(inHalves(text)).map(({ days }) => days);
}

/**
 * Whether two durations, in days, have the same length. The small tolerance is necessary because
 * months and years differ: 12 months equal a year.
 */
export function equalDuration(a: number, b: number): boolean {
  return Math.max(a, b) <= 1.01 * Math.min(a, b);
}
