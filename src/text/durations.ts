/** Finds durations in a text: "nearly three months", "2 months, 27 days", "drei Jahre", "两周". */

import { clockMentions } from "./clock-times.ts";
import { cardinalValue, FOREIGN_COMPOUND } from "./languages/cardinals.ts";
import { COUNT_WORD, countOf, DAYS_IN_KOREAN } from "./languages/count-words.ts";
import { LOCALE_UNITS, MAYBE_LOCALE_UNIT } from "./languages/locale-units.ts";
import { inChinese, NUMBER_WORDS } from "./number-words.ts";
import { inFigures, TWO_PART_NUMBER } from "./numbers.ts";
import { HALF_UNIT, HALF_WORD, halfNumber, inHalves, PART_AFTER } from "./spelling/halves.ts";
import { withoutAccents } from "./spelling/without-accents.ts";
import { spoken, type TimeMention } from "./time-mention.ts";
import { minutesNamed } from "./times/clock-forms.ts";
import { intervals } from "./times/intervals.ts";

export interface Duration {
  readonly text: string;
  readonly index: number;
  readonly days: number;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:sec|sek|秒)/iu, 1 / 86_400],
  [/^(?:min|分)/iu, 1 / 1440],
  [/^(?:hour|hr|stunde|[个個]?小时|[个個]?小時|时间|時間)/iu, 1 / 24],
  [/^(?:day|night|tag|nacht|nächte|天|日)/iu, 1],
  [/^(?:fortnight)/iu, 14],
  [/^(?:week|wk|woche|周|週|星期|[个個]星期|礼拜)/iu, 7],
  [/^(?:month|monat|[个個ヶかカ]?月)/iu, 30.4],
  [/^(?:year|yr|jahr|年)/iu, 365.25],
  [/^(?:decade|jahrzehnt)/iu, 3652.5],
];
const UNIT =
  "(seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weekends?|weeks?|wks?|fortnights?|months?|years?|yrs?|decades?|sekunden?|minuten?|stunden?|tagen?|tage|nacht|nächten?|wochen?|monaten?|monate?|jahren?|jahre?|jahrzehnten?)";
const WORD = `\\d+(?:[.,]\\d+)?|${TWO_PART_NUMBER}|an?|half an?|${HALF_WORD}|${HALF_UNIT}|${[...NUMBER_WORDS.keys()].join("|")}|ein(?:e[nmr]?)?|zwei|fünf|zwölf|couple of|few|several|einige[nr]?|paar`;
/** Fast test: if a text does not match this pattern, `SPACED` does not match it either. */
const MAYBE_UNIT =
  /sec|min|h(?:ou)?r|day|nigh|we?e?k|month|ye?a?r|decade|sek|stund|tag|nacht|nächt|woch|monat|jahr/iu;
const MAYBE_UNSPACED = /[秒分时時天日周週星月年]/u;
const SPACED = new RegExp(
  `(?<![\\p{L}\\p{N}])(${WORD})(?:[ -]|(?<=\\d)(?=(?:hrs?|wks?|yrs?|mins?)\\b))(?:(and a half |and a quarter |and three quarters )|more |full |whole )?${UNIT}( and (?:a half|a quarter|three quarters))?(?!\\p{L})`,
  "giu",
);
/** Words for a share of a unit, as in "three quarters of an hour". `PART` matches such a text. */
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
/** `RATE` is searched for only in this many characters before a duration. */
const LONGEST_RATE = 12;
const UNSPACED =
  /(?<!月)((?<![一二两兩三四五六七八九十百半])[一二两兩三四五六七八九十百]*(?:[个個]?半|[一二两兩三四五六七八九十百])|(?<![\d.])\d+(?:\.\d+)?(?:[个個]半)?)\s?(秒|分钟|分鐘|分(?![之の])|[个個]?小时|[个個]?小時|時間|天|日|周|週|[个個]?星期|[个個ヶかカ]月|(?<=半)月|年)(?:间|間|钟)?/gu;
/**
 * Matches a duration in a language of `locale-units.ts`: a number in digits or words, and then a
 * unit.
 */
const IN_LOCALE = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d+(?:[.,]\\d+)?|${HALF_WORD}|${HALF_UNIT}|${FOREIGN_COMPOUND}|${COUNT_WORD}|un(?=['’]))['’ ]?-?(${[...LOCALE_UNITS.keys()].join("|")})(?!\\p{Script=Latin}|의)`,
  "giu",
);
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /^[一二两兩三四五六七八九十百]+$/u;
/** Durations of a quarter of an hour, and of several quarters. */
const QUARTER_HOURS: readonly (readonly [quarters: number, words: string])[] = [
  [
    3,
    "(?:eine )?dreiviertelstunde|drei viertelstunden|tres cuartos de hora|trois quarts d['’]heure|tre quarti d['’]ora|três quartos de hora|drie kwartier",
  ],
  [
    1,
    "(?:eine )?viertelstunde|(?:un )?cuarto de hora|(?:un )?quart d['’]heure|(?:un )?quarto d['’]ora|(?:um )?quarto de hora|(?:een )?kwartier",
  ],
];
const QUARTERS = new RegExp(
  `(?<!\\p{L})(?:${QUARTER_HOURS.map(([, words]) => `(${words})`).join("|")})(?!\\p{L})`,
  "giu",
);
const MAYBE_QUARTER = /quart|viertel|kwartier/iu;
/**
 * Matches a duration such as "1h30" or "36 h". A number from 5 to 24, or a number after "à", can be
 * a clock time.
 */
const COMPACT =
  /(?<!(?:à|vers|dès|às|as|alle|um|at|om)\s)(?<![\p{L}\d.,:])([1-4]|2[5-9]|[3-9]\d) ?h(?: ?([0-5]\d)(?: ?min)?)?(?![\p{L}\d])/giu;
const NUMBERED = /(?:str(?:\.|aße|eet)|size|seat|room|house|(?<!\p{L})\p{Lu}{1,3}) $/u;
const MAYBE_COMPACT = /\d ?h/iu;
/** Matches a unit without a number before "and a half", such as "año" in "año y medio". */
const LONE_UNIT =
  /(?<![\p{L}\p{N}])()(año|mes|semana|hora|ano|mês)(?= [ye] me(?:di|i)[oa](?!\p{L}))/giu;
/** Matches Korean words for a number of days. */
const KOREAN_DAYS = new RegExp(`(?<!\\p{L})(${[...DAYS_IN_KOREAN.keys()].join("|")})()`, "gu");
/** Matches a Korean number of Chinese origin and a unit, as in "이 년". */
const KOREAN_UNITS = /(?<!\p{L})([일이삼사오육칠팔구]?십?[일이삼사오육칠팔구]|십) ?(년|개월)/gu;
/**
 * If one of these words follows, the text names a point in time instead of a duration: "three days
 * ago".
 */
const AWAY =
  /^\s?(?:ago|back|before|after|earlier|later|from now|old|前|以前|之前|后|後|之后|以后|전|뒤|후)(?!\p{L})/iu;
const GOES_ON = /^(?:,? (?:and|und|y|et|e|en) |, ?| ?)$/;

/**
 * Returns the durations in the text, without times such as "three days ago". Neighbouring durations
 * such as "two years and a month" count as one.
 */
export function durations(text: string): Duration[] {
  return allDurations(text).filter(
    ({ text: said, index }) => !AWAY.test(text.slice(index + said.length)),
  );
}

/** Like `durations`, but also returns the duration in "three days ago". */
function allDurations(text: string): Duration[] {
  const found: Duration[] = [];
  const read: Duration[] = [];
  const add = (match: RegExpExecArray, unit: string, days: number | undefined) => {
    const one = length("1", unit);
    if (days === undefined || one === undefined) return;
    const [said, { index }] = [match[0], match];
    const part = PART_AFTER.exec(text.slice(index + said.length));
    const more = part === null ? 0 : one / (part.groups?.quarter ? 4 : 2);
    read.push({ text: `${said}${part?.[0] ?? ""}`, index, days: days + more });
  };
  for (const match of MAYBE_UNIT.test(text) ? text.matchAll(SPACED) : []) {
    const [, count = "", before, unit = "", after] = match;
    if (
      /^an?$/i.test(count) &&
      RATE.test(text.slice(Math.max(0, match.index - LONGEST_RATE), match.index))
    )
      continue;
    add(match, unit, length(count, unit, FRACTIONS[(before ?? after)?.trim() ?? ""]));
  }
  for (const match of text.matchAll(PART))
    add(match, match[2] ?? "", length("0", match[2] ?? "", PARTS[match[1]?.toLowerCase() ?? ""]));
  for (const pattern of patternsFor(text)) {
    for (const match of text.matchAll(pattern)) {
      const [, count = "", unit = ""] = match;
      // In Chinese, "90分" is a score. So "分" counts as minutes only in a text with Japanese kana.
      if (unit !== "分" || KANA.test(text)) add(match, unit, length(count, unit));
    }
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
  if (MAYBE_QUARTER.test(text)) found.push(...quarterHours(text));
  const compact = MAYBE_COMPACT.test(text) ? compactLengths(text) : [];
  const clocks = found.length === 0 ? [] : clockMentions(text);
  const isClock = ({ text: said, index }: Duration) =>
    clocks.some(
      (each) => index < each.index + each.text.length && index + said.length > each.index,
    );
  return [...found.filter((each) => !isClock(each)), ...compact];
}

/** Returns the patterns besides `SPACED`. Leaves out patterns that cannot match the text. */
function patternsFor(text: string): RegExp[] {
  return [
    ...(MAYBE_UNSPACED.test(text) ? [UNSPACED] : []),
    ...(MAYBE_LOCALE_UNIT.test(text) ? [IN_LOCALE, LONE_UNIT] : []),
    ...(HANGUL.test(text) ? [KOREAN_DAYS, KOREAN_UNITS] : []),
  ];
}

function compactLengths(text: string): Duration[] {
  return [...text.matchAll(COMPACT)].flatMap(({ 0: said, 1: hours, 2: minutes, index }) => {
    // "75 H" is a size, and "Ring street 36 h" is an address.
    const before = text.slice(Math.max(0, index - LONGEST_RATE), index);
    const isCode = Number(hours) > 4 && (/H/.test(said) || NUMBERED.test(before));
    const days = Number(hours) / 24 + Number(minutes ?? 0) / 1440;
    return isCode ? [] : [{ text: said, index, days }];
  });
}

function quarterHours(text: string): Duration[] {
  return [...text.matchAll(QUARTERS)].map(({ 0: said, 1: three, index }) => ({
    ...{ text: said, index, days: (three === undefined ? 1 : 3) / 96 },
  }));
}

const FRACTIONS: Readonly<Record<string, number>> = {
  ...{ "and a half": 0.5, "and a quarter": 0.25, "and three quarters": 0.75 },
};

function length(count: string, unit: string, more = 0): number | undefined {
  if (unit === "") return DAYS_IN_KOREAN.get(count) ?? 1;
  const one =
    LOCALE_UNITS.get(unit.toLowerCase()) ?? UNITS.find(([pattern]) => pattern.test(unit))?.[1];
  const number = numberOf(count.toLowerCase());
  return one === undefined || number === undefined ? undefined : one * (number + more);
}

const ONLY_TWO_PARTS = new RegExp(`^${TWO_PART_NUMBER}$`, "iu");

function numberOf(word: string): number | undefined {
  if (word === "" || word === "un") return 1;
  const half = halfNumber(word);
  if (half !== undefined) return half;
  if (/^couple|^paar/.test(word)) return 2;
  if (/^(?:few|several|einige)/.test(word)) return 3;
  if (ONLY_TWO_PARTS.test(word)) return Number(inFigures(word));
  const counted = countOf(word) ?? cardinalValue(word);
  if (counted !== undefined) return counted;
  if (/^(?:an?|ein(?:e[nmr]?)?)$/.test(word)) return 1;
  if (HANGUL.test(word)) return minutesNamed(word);
  if (HAN.test(word)) return Number(inChinese(word));
  const known = NUMBER_WORDS.get(withoutAccents(word)) ?? word;
  const number = Number(known.replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}

/**
 * People round durations. So if a beginning is computed from a duration, it can be wrong by this
 * share of the duration.
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
 * Returns the durations of the text, without vague ones such as "a few days". The duration in
 * "three days ago" counts too, and so does the time between two events ("weekly").
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
