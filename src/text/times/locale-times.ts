/**
 * Finds dates and relative days in eleven languages, such as "5 de octubre de 2022", "hace 4 días"
 * or "4日前". The names come from the locale data of the JavaScript runtime (CLDR).
 */
import {
  adjacent,
  closestMonth,
  closestYear,
  dayOf,
  monthDays,
  offset,
  single,
} from "../calendar.ts";
import { countWordsOf } from "../languages/count-words.ts";
import { languageOf } from "../languages/language-of.ts";
import { unitNames } from "../languages/locale-units.ts";
import { fixed, scan, spoken, type TimeMention } from "../time-mention.ts";
import { countedOffset, numberNamed } from "./counted-offset.ts";
import { koreanMentions } from "./korean-times.ts";
import { weekdayFinder } from "./locale-weekdays.ts";
import { BEFORE_MONTHS, COUNTED_TIMES, FIRST_DAY, MORE_TIMES } from "./more-times.ts";

/**
 * The languages of this file. English, German and Chinese are handled in `times.ts` and
 * `foreign-times.ts`.
 */
const LOCALES = ["es", "fr", "it", "pt", "nl", "pl", "sv", "tr", "ru", "ja", "ko"];
const UNITS = ["day", "week", "month", "year"] as const;
type Unit = (typeof UNITS)[number] | "weekend";
/** Together, these numbers use all plural forms in these languages, such as "day" and "days". */
const COUNTS = [1, 2, 5];
const NEAREST = [-2, -1, 0, 1, 2];
/**
 * "Hier" means "yesterday" in French, but "here" in German and Dutch. So it counts only in French
 * texts.
 */
const AMBIGUOUS = new Set(["hier"]);
const ONE = "ett?|bir";

/** The only language in which "hier" means a day. */
const HIER = "fr";

const HAN_COUNT = "[一二三四五六七八九十]{1,3}";
/** Matches a half after a unit: "hace un año y medio". */
const HALF = "( y medi[oa]| et demie?| e mezz[oa]| e mei[oa])?";

type Find = (text: string) => TimeMention[];

interface LocaleTimes {
  readonly find: Find;
  /**
   * `find` is called only for a text that contains one of these strings. Every expression that it
   * can find contains one of them.
   */
  readonly literals: readonly string[];
}

/**
 * Locales whose words are not always separated by spaces, and the script of each. A text is
 * searched for the expressions of a locale only if it has characters of this script.
 */
const UNSPACED: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\u3040-\u30ff\u4e00-\u9fff]/],
  ["ko", /[\uac00-\ud7af]/],
];
const WORD = /[a-z\u00c0-\u024f\u0400-\u04ff]+/g;

interface Finders {
  /** The keys (see `keyOf`) of all words in `byWord`. */
  readonly keys: ReadonlySet<number>;
  readonly byWord: ReadonlyMap<string, readonly Find[]>;
  readonly byScript: readonly (readonly [RegExp, Find])[];
}

let known: Finders | undefined;

/**
 * Finds the time expressions of all locales. Searching every text for the patterns of all locales
 * would be slow. So the words of the text are looked up first. A locale is searched only if one of
 * these words occurs in its expressions, or if the text has characters of its script.
 */
export function localeMentions(text: string): TimeMention[] {
  known ??= findersOf(LOCALES);
  const finders = known;
  const found = new Set<Find>();
  for (const word of wordsLike(text.toLowerCase(), finders.keys)) {
    for (const find of finders.byWord.get(word) ?? []) found.add(find);
  }
  for (const [script, find] of finders.byScript) if (script.test(text)) found.add(find);
  return [...found].flatMap((find) => find(text));
}

/**
 * Returns the words of the text whose key is in `keys`. A key is a number that is computed from the
 * characters of a word. To save time, only the returned words become strings.
 */
function wordsLike(text: string, keys: ReadonlySet<number>): string[] {
  const found: string[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    if (isLetter(text.charCodeAt(at))) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      if (keys.has(keyOf(text, start, at))) found.push(text.slice(start, at));
      start = -1;
    }
  }
  return found;
}

function isLetter(code: number): boolean {
  if (code < 0xc0) return code >= 0x61 && code <= 0x7a;
  return code <= 0x24f || (code >= 0x400 && code <= 0x4ff);
}

/**
 * Computes a number from the length, the first letter and the last two letters of a word. Equal
 * words always have the same number. Different words usually have different ones.
 */
function keyOf(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1);
  const before = end - start > 1 ? text.charCodeAt(end - 2) : 0;
  return ((end - start) << 21) ^ (text.charCodeAt(start) << 10) ^ (before << 5) ^ last;
}

function findersOf(locales: readonly string[]): Finders {
  const byWord = new Map<string, Find[]>();
  const byScript: [RegExp, Find][] = [];
  for (const locale of locales) {
    const { find, literals } = timesOf(locale);
    const script = UNSPACED.find(([name]) => name === locale)?.[1];
    if (script !== undefined) byScript.push([script, find]);
    else {
      for (const word of new Set(literals.flatMap(longestWord))) {
        byWord.set(word, [...(byWord.get(word) ?? []), find]);
      }
    }
  }
  const keys = new Set(Array.from(byWord.keys(), (word) => keyOf(word, 0, word.length)));
  return { keys, byWord, byScript };
}

function longestWord(text: string): string[] {
  const words: string[] = text.toLowerCase().match(WORD) ?? [];
  return words.toSorted((a, b) => b.length - a.length).slice(0, 1);
}

function timesOf(locale: string): LocaleTimes {
  const months = monthNames(locale);
  const dates = [datePattern(locale, months, true), datePattern(locale, months, false)];
  const yearless = yearlessPattern(locale, months);
  const before = BEFORE_MONTHS[locale];
  const monthOnly =
    before === undefined
      ? undefined
      : bounded(`${before}(${months.map(literal).join("|")})${NO_YEAR}`);
  const named = new Map<string, { unit: Unit; count: number }>();
  const counted = new Map<string, { unit: Unit; sign: number }>();
  const literals = [...months];
  const anyCount = [
    "\\d{1,3}",
    ...(locale === "ja" ? [HAN_COUNT] : [ONE, ...countWordsOf(locale)]),
  ].join("|");
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const always = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  for (const unit of UNITS) {
    for (const count of NEAREST) {
      const parts = format.formatToParts(count, unit);
      const word = format.format(count, unit).toLowerCase().replace(/'/g, "’");
      if (parts.length === 1 && !AMBIGUOUS.has(word)) named.set(word, { unit, count });
    }
    for (const sign of [-1, 1]) {
      for (const count of COUNTS) {
        const parts = always.formatToParts(sign * count, unit);
        literals.push(parts.map(({ type, value }) => (type === "integer" ? " " : value)).join(""));
        const pattern = parts
          .map(({ type, value }) => (type === "integer" ? `(${anyCount})` : literal(value)))
          .join("");
        counted.set(`${pattern}${HALF}`, { unit, sign });
      }
    }
    for (const [template, sign] of COUNTED_TIMES[locale] ?? []) {
      for (const name of unitNames(locale, unit, COUNTS)) {
        literals.push(template.replace("N", " ").replace("U", name));
        const [before = "", after = ""] = literal(template.replace("U", name)).split("N");
        counted.set(`${before}(${anyCount})${after}${HALF}`, { unit, sign });
      }
    }
  }
  for (const [word, [count, unit]] of Object.entries(MORE_TIMES[locale] ?? {})) {
    named.set(word, { unit, count });
  }
  const weekdays = weekdayFinder(locale);
  const words = [...named.keys()].sort((a, b) => b.length - a.length);
  const spellings = new Map(words.map((word) => [spellingOf(word), word]));
  const namedPattern = bounded(`(${words.map(ofDay).join("|")})`);
  const patterns = [...counted].map(([pattern, meaning]) => ({
    pattern: bounded(pattern),
    meaning,
  }));
  return {
    literals: [...literals, ...words, ...weekdays.names, ...(locale === HIER ? ["hier"] : [])],
    find: (text) => [
      ...dates.flatMap(({ pattern, order }) =>
        scan(text, pattern, (groups) => written(groups, order, months)),
      ),
      ...scan(text, yearless.pattern, (groups) => ofNearestYear(groups, yearless.order, months)),
      ...(monthOnly === undefined
        ? []
        : scan(text, monthOnly, ([month]) => inMonth(month, months))),
      ...scan(text, namedPattern, ([word]) =>
        near(named.get(spellings.get(spellingOf(word ?? "")) ?? "")),
      ),
      ...weekdays.find(text),
      ...(locale === "ko" ? koreanMentions(text) : []),
      ...(locale === HIER && languageOf(text) === HIER
        ? scan(text, bounded("(hier)"), () => near({ unit: "day", count: -1 }))
        : []),
      ...patterns.flatMap(({ pattern, meaning: { unit, sign } }) =>
        scan(text, pattern, ([count, half]) =>
          spoken((today) => countedOffset(today, sign * countIn(count ?? "", half), unit)),
        ),
      ),
    ],
  };
}

/**
 * Returns one spelling for all forms of a word. Some people write Korean words with spaces ("다음
 * 주"), others without ("다음주").
 */
function spellingOf(word: string): string {
  return word.toLowerCase().replace(/'/g, "’").replace(/\s+/gu, "");
}

function countIn(count: string, half: string | undefined): number {
  return (numberNamed(count) ?? 1) + (half === undefined ? 0 : 0.5);
}

function near(meaning: { unit: Unit; count: number } | undefined) {
  if (meaning === undefined) return undefined;
  const { unit, count } = meaning;
  return spoken((today) =>
    Math.abs(count) > 1 ? offset(today, count, unit, false) : adjacent(today, unit, count),
  );
}

function monthNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...LONG, day: "numeric", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2022, month, 5));
    return (parts.find(({ type }) => type === "month")?.value ?? "").toLowerCase();
  });
}

const LONG = { month: "long", year: "numeric" } as const;

/**
 * Returns a pattern for the long date format of the locale. `order` says what each of its groups
 * matches: "day", "month" or "year". If `hasDay` is false, the pattern matches only a month and a
 * year.
 */
function datePattern(locale: string, months: readonly string[], hasDay: boolean) {
  const options = { ...LONG, timeZone: "UTC", ...(hasDay ? { day: "numeric" as const } : {}) };
  const { pattern, order } = patternOf(locale, months, options);
  return { pattern: bounded(pattern), order };
}

/** Returns a pattern for a day and month without a year, such as "15 de marzo" or "3월 15일". */
function yearlessPattern(locale: string, months: readonly string[]) {
  const options = { month: "long", day: "numeric", timeZone: "UTC" } as const;
  const { pattern, order } = patternOf(locale, months, options);
  return { pattern: bounded(`(?<!\\d년\\s?|\\d年)${pattern}${NO_YEAR}`), order };
}

/** Matches only if no year follows the month. */
const NO_YEAR = "(?!,?\\s+(?:d[ei]l?\\s+)?(?:19|20)\\d\\d)";

function inMonth(name: string | undefined, months: readonly string[]) {
  const month = months.indexOf((name ?? "").toLowerCase());
  return month < 0 ? undefined : spoken((today) => closestMonth(today, month));
}

function ofNearestYear(
  groups: readonly (string | undefined)[],
  order: readonly string[],
  months: readonly string[],
) {
  const group = (type: string) => groups[order.indexOf(type)];
  const month = months.indexOf((group("month") ?? "").toLowerCase());
  const day = dayNamed(group("day"));
  if (month < 0 || day < 1 || day > 31) return undefined;
  return spoken((today) => single(closestYear(today, month, day)));
}

function patternOf(locale: string, months: readonly string[], options: Intl.DateTimeFormatOptions) {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(Date.UTC(2022, 9, 5));
  const shapes: Readonly<Record<string, string>> = {
    day: `(${["\\d{1,2}", FIRST_DAY, ...countWordsOf(locale)].join("|")})(?:er|º|°)?`,
    month: `(${months.map(literal).join("|")})`,
    year: "((?:19|20)\\d\\d)",
  };
  const pattern = parts.map(({ type, value }) => shapes[type] ?? literal(value)).join("");
  const order: string[] = parts.map(({ type }) => type).filter((type) => type in shapes);
  return { pattern, order };
}

function written(
  groups: readonly (string | undefined)[],
  order: readonly string[],
  months: readonly string[],
) {
  const group = (type: string) => groups[order.indexOf(type)];
  const month = months.indexOf((group("month") ?? "").toLowerCase());
  const [year, day] = [Number(group("year")), group("day")];
  if (month < 0) return undefined;
  if (day === undefined) return fixed(monthDays(year, month));
  const ofMonth = dayNamed(day);
  return ofMonth >= 1 && ofMonth <= 31 ? fixed(single(dayOf(year, month, ofMonth))) : undefined;
}

const FIRST = new RegExp(`^(?:${FIRST_DAY})$`, "iu");

function dayNamed(written: string | undefined): number {
  return FIRST.test(written ?? "") ? 1 : (numberNamed(written ?? "") ?? 0);
}

/** In Spanish, "mañana" means "tomorrow", but "la mañana" means "the morning". */
function ofDay(word: string): string {
  return word === "mañana" ? `(?<!(?<!\\p{L})(?:la|una|esa|cada)\\s)${word}` : literal(word);
}

const SPACED_SCRIPT = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

/**
 * Escapes the text for use in a pattern. In scripts without spaces between words, the pattern
 * matches with and without spaces.
 */
function literal(text: string): string {
  const space = SPACED_SCRIPT.test(text) || text.trim() === "" ? "\\s+" : "\\s?";
  return text
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, space);
}

/**
 * Returns a pattern that does not begin or end inside a Latin or Cyrillic word, or inside a number.
 */
function bounded(pattern: string): RegExp {
  const letter = "[\\p{Script=Latin}\\p{Script=Cyrillic}]";
  return new RegExp(`(?<!${letter}|\\d)${pattern}(?!${letter}|\\d)`, "giu");
}
