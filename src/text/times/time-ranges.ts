/**
 * Finds time spans that have several words: parts of a month or year, and ranges such as "from
 * Monday to Friday".
 */
import { type Days, dayOf, monthDays, yearDays } from "../calendar.ts";
import { type Build, fixed, scan, type TimeMention } from "../time-mention.ts";

/**
 * The words for time spans in one language. Each of the patterns `month`, `day` and `year` must
 * have exactly one capturing group.
 */
export interface TimeWords {
  readonly month: string;
  readonly day: string;
  readonly year: string;
  readonly monthOf: (name: string | undefined) => number;
  /** Fast test: a text without a match names no month. */
  readonly anyMonth: RegExp;
}

interface Span {
  readonly pattern: string;
  readonly hasMonth: boolean;
  readonly build: Build;
}

const PART =
  "(early|beginning of|start of|mid|middle of|late|end of|first|second|third|fourth|last)";
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, fall: 8, autumn: 8 };
const WINTER = 11;
const TO = "(?:-|–|—|to|and|until|till|through)";
const SLASHED = /(?<![\d/.])((?:19|20)\d\d)[/.](\d{1,2})[/.](\d{1,2})(?![\d/])/g;

const ANY_YEAR = /(?:19|20)\d\d/;

/**
 * Returns a function that finds time spans and dates in one language, such as "late May 2023",
 * "summer 2023", "5-6 May 2023" and "2023/05/06".
 */
export function spanFinder(words: TimeWords): (text: string) => TimeMention[] {
  const spans = [...partPatterns(words), ...rangePatterns(words)].map((span) => ({
    ...span,
    pattern: new RegExp(`\\b${span.pattern}\\b`, "gi"),
  }));
  spans.push({ pattern: SLASHED, hasMonth: false, build: slashed });
  return (text) => {
    if (!ANY_YEAR.test(text)) return [];
    const namesMonth = words.anyMonth.test(text);
    return spans.flatMap(({ pattern, hasMonth, build }) =>
      hasMonth && !namesMonth ? [] : scan(text, pattern, build),
    );
  };
}

function partPatterns({ month, year, monthOf }: TimeWords): Span[] {
  return [
    {
      pattern: `(?:the )?${PART}[- ]?(?:(weekend|week) (?:of|in) )?${month}[.,]?(?: of)? ?${year}`,
      hasMonth: true,
      build: ([part, unit, name, y]) =>
        fixed(partOfMonth(part ?? "", unit, monthDays(Number(y), monthOf(name)))),
    },
    {
      pattern: `(?:(?:early|mid|late)[- ])?(spring|summer|fall|autumn|winter)(?: of|,)? ?${year}`,
      hasMonth: false,
      build: ([name, y]) => {
        const start = SEASONS[(name ?? "").toLowerCase()] ?? WINTER;
        return fixed({ first: dayOf(Number(y), start, 1), last: dayOf(Number(y), start + 3, 0) });
      },
    },
    {
      pattern: `(early|late|mid|beginning of|end of)[- ]?${year}`,
      hasMonth: false,
      build: ([part, y]) => fixed(third(yearDays(Number(y)), part ?? "")),
    },
  ];
}

function rangePatterns({ month, day, year, monthOf }: TimeWords): Span[] {
  const daysOf = (y: string | undefined, m: string | undefined, from?: string, to?: string) => {
    const [first = 0, last = 0] = [from, to].map((d) => dayOf(Number(y), monthOf(m), Number(d)));
    return last >= first && last - first < 31 ? fixed({ first, last }) : undefined;
  };
  return [
    {
      pattern: `${month}\\.? ${day} ?${TO} ?${day},? ?${year}`,
      hasMonth: true,
      build: ([m, from, to, y]) => daysOf(y, m, from, to),
    },
    {
      pattern: `${day} ?${TO} ?${day}(?: of)? ?${month}\\.?,? ?${year}`,
      hasMonth: true,
      build: ([from, to, m, y]) => daysOf(y, m, from, to),
    },
  ];
}

const slashed: Build = ([y, m, d]) =>
  isDate(m, d) ? fixed(oneDay(dayOf(Number(y), Number(m) - 1, Number(d)))) : undefined;

function isDate(month: string | undefined, day: string | undefined): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

function oneDay(day: number): Days {
  return { first: day, last: day };
}

const WEEKS: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2, fourth: 3 };

function partOfMonth(part: string, unit: string | undefined, month: Days): Days | undefined {
  const word = part.toLowerCase();
  if (unit === undefined) return word in WEEKS || word === "last" ? undefined : third(month, word);
  const count = WEEKS[word];
  if (unit.toLowerCase() === "weekend") {
    const saturday = month.first + ((6 - ((month.first + 4) % 7) + 7) % 7);
    const last = saturday + 7 * Math.floor((month.last - saturday) / 7);
    const day = count === undefined ? last : saturday + 7 * count;
    return { first: day, last: day + 1 };
  }
  if (count === undefined) return { first: month.last - 6, last: month.last };
  return { first: month.first + 7 * count, last: month.first + 7 * count + 6 };
}

/**
 * Returns the first, middle or last third of a span. `part` is the word for it, such as "early" or
 * "late". Without this word, returns the whole span.
 */
export function third({ first, last }: Days, part: string | undefined): Days {
  if (part === undefined) return { first, last };
  const length = Math.ceil((last - first + 1) / 3);
  const word = part.toLowerCase();
  if (/^mid/.test(word)) return { first: first + length, last: first + 2 * length - 1 };
  return /^(?:late|end)/.test(word)
    ? { first: last - length + 1, last }
    : { first, last: first + length - 1 };
}

const BETWEEN = new RegExp(`^,? ?${TO} (?:the )?$|^ ?[-–—~] ?$`, "i");
const JOINED_BY_AND = /\band\b/i;
const OPENS_WITH_BETWEEN = /\bbetween (?:the )?$/i;
/** Maximum number of days in a range. Two times that are further apart form no range. */
const MAX_RANGE_DAYS = 400;

/**
 * Joins two neighbouring times to one range if only a dash or a word such as "to" is between them.
 * The word "and" joins them only if "between" is directly before the first time.
 */
export function joinRanges(mentions: readonly TimeMention[], text: string): TimeMention[] {
  const joined: TimeMention[] = [];
  for (const mention of mentions) {
    const before = joined.at(-1);
    const range = before === undefined ? undefined : rangeOf(before, mention, text);
    if (range === undefined) joined.push(mention);
    else joined[joined.length - 1] = range;
  }
  return joined;
}

function rangeOf(from: TimeMention, to: TimeMention, text: string): TimeMention | undefined {
  const between = text.slice(from.index + from.text.length, to.index);
  if (!BETWEEN.test(between)) return undefined;
  const opening = text.slice(0, from.index);
  if (JOINED_BY_AND.test(between) && !OPENS_WITH_BETWEEN.test(opening)) return undefined;
  const resolve = (anchor: number | undefined): Days | undefined => {
    const end = to.resolve(anchor);
    const start = from.resolve(anchor) ?? from.resolve(end?.first);
    if (start === undefined || end === undefined) return undefined;
    const isRange = end.last >= start.first && end.last - start.first <= MAX_RANGE_DAYS;
    return isRange ? { first: start.first, last: end.last } : end;
  };
  const written = text.slice(from.index, to.index + to.text.length);
  return { text: written, index: from.index, resolve, relative: resolve(undefined) === undefined };
}
