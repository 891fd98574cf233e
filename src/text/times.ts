/**
 * Finds time expressions and the days that they mean. An expression such as "yesterday" needs an
 * anchor: the day on which the text was written. Days count from 1970-01-01 UTC.
 */

import {
  adjacent,
  closestMonth,
  closestYear,
  type Days,
  dayOf,
  dayOfMonth,
  eitherWeekday,
  monthAt,
  monthDays,
  nearWeekday,
  offset,
  placeOf,
  single,
  yearDays,
} from "./calendar.ts";
import { languageOf } from "./languages/language-of.ts";
import { NO_AMOUNT, NO_SIGN } from "./spelling/written-numbers.ts";
import { type Build, fixed, scan, spoken, type TimeMention } from "./time-mention.ts";
import { foreignMentions, MAYBE_FOREIGN_TIME } from "./times/foreign-times.ts";
import { localeMentions } from "./times/locale-times.ts";
import { weeksFromWeekday } from "./times/locale-weekdays.ts";
import { SOME_WEEKDAY } from "./times/only-weekday.ts";
import { DAY_OF_SOME_MONTH, ORDINAL_DAY, ordinalDay, withMonths } from "./times/ordinal-days.ts";
import { withParts } from "./times/parts-of-times.ts";
import { joinRanges, spanFinder, third } from "./times/time-ranges.ts";
import {
  ANY_WORD,
  DAY_WORD,
  MONTH_WORD,
  SEASON_WORD,
  UNIT_WORD,
  WEEKDAY_WORD,
  wordStarts,
} from "./times/word-starts.ts";

export const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
export const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
/** Matches names of months, even with missing or swapped letters. */
const MONTH =
  "(jan[aury]*|feb[ruay]*|mar(?:ch)?|apr[il]*|may|june?|july?|aug[ust]*|sept?[embr]*|oct[ober]*|nov[embr]*|dec[embr]*)";
const WEEKDAY =
  "(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?)";
const YEAR = "((?:19|20)\\d\\d)";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?[`'’.]?";
const COUNT =
  "(an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|couple of|a few|few|several|\\d{1,3})";
const UNIT = "(days?|nights?|weeks?|weekends?|fortnights?|months?|years?)";
const SEASON = "(spring|summer|fall|autumn|winter)";

/**
 * Returns the first date in the text that has a day, a month and a year, in days from 1970-01-01.
 */
export function firstDate(text: string): number | undefined {
  if (!ANY_YEAR.test(text)) return undefined;
  const hasMonth = ANY_MONTH.test(text);
  for (const { pattern, needsMonth, build } of FULL_DATES) {
    if (needsMonth && !hasMonth) continue;
    const [mention] = scan(text, pattern, build);
    const days = mention?.resolve(undefined);
    if (days !== undefined) return days.first;
  }
  return undefined;
}

/**
 * Returns the time expressions in the order of the text. Two expressions can overlap. Then only the
 * one that begins first counts, or the longer one if both begin at the same place.
 */
export function timeMentions(text: string): TimeMention[] {
  const foreign = [
    ...(MAYBE_FOREIGN_TIME.test(text) ? foreignMentions(text) : []),
    ...localeMentions(text),
    ...weeksFromWeekday(text),
  ];
  if (foreign.length === 0 && !MAYBE_TIME.test(text)) return [];
  const starts = wordStarts(text);
  const found = [
    ...qualifiedMentions(text, starts),
    ...spanMentions(text),
    ...absoluteMentions(text),
    ...relativeMentions(text, starts),
    ...foreign,
  ];
  found.sort((a, b) => a.index - b.index || b.text.length - a.text.length);
  const kept: TimeMention[] = [];
  let end = -1;
  for (const mention of found) {
    if (mention.index < end) continue;
    kept.push(mention);
    end = mention.index + mention.text.length;
  }
  return joinRanges(withParts(withMonths(kept), text), text);
}

/** Fast test: a text without a match names no month. */
const ANY_MONTH = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;
const spanMentions = spanFinder({
  month: MONTH,
  day: DAY,
  year: YEAR,
  monthOf,
  anyMonth: ANY_MONTH,
});

const MAYBE_TIME =
  /\d{4}|\d(?:st|nd|rd|th|te|e\b)|day|night|week|month|year|ago|tomorrow|since|morning|evening|afternoon|spring|summer|fall|autumn|winter|christmas|recently|just now|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

const ISO =
  /\b((?:19|20)\d\d)-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g;
/** Matches a date in the order of Chinese, Japanese and Korean: "2025/04/14", "2025年4月14日". */
const YEAR_FIRST =
  /(?<!\d)((?:19|20)\d\d)(?:([/.])(\d{1,2})\2(\d{1,2})|年 ?(\d{1,2})月 ?(\d{1,2})日)(?!\d)/g;
const SLASHED = /\b(\d{1,2})([/-])(\d{1,2})\2((?:19|20)\d\d)\b/g;
const DAY_MONTH_YEAR = new RegExp(`\\b${DAY}(?: of)? ?${MONTH}\\.?,? ?${YEAR}\\b`, "gi");
const MONTH_DAY_YEAR = new RegExp(`\\b${MONTH}\\.? ${DAY},? ${YEAR}\\b`, "gi");
const SPOKEN_DATE = new RegExp(`\\b${ORDINAL_DAY} of ${MONTH}\\.?,? ?${YEAR}\\b`, "gi");
const MONTH_YEAR = new RegExp(`\\b${MONTH}[.,]?(?: of)? ?${YEAR}\\b`, "gi");
const ONLY_YEAR = new RegExp(`\\b${NO_SIGN}${YEAR}(?![-/]\\d)${NO_AMOUNT}`, "giu");

/** Fast test: a text without a match has no complete date. */
const ANY_YEAR = new RegExp(YEAR);

function oneDay(y: string | undefined, m: number, d: string | undefined) {
  const day = Number(d);
  return m >= 0 && m < 12 && day >= 1 && day <= 31
    ? fixed(single(dayOf(Number(y), m, day)))
    : undefined;
}

interface DatePattern {
  readonly pattern: RegExp;
  readonly needsMonth: boolean;
  readonly build: Build;
}

const FULL_DATES: readonly DatePattern[] = [
  { pattern: ISO, needsMonth: false, build: ([y, m, d]) => oneDay(y, Number(m) - 1, d) },
  {
    pattern: YEAR_FIRST,
    needsMonth: false,
    build: ([y, , m, d, month, day]) => oneDay(y, Number(m ?? month) - 1, d ?? day),
  },
  {
    pattern: SLASHED,
    needsMonth: false,
    build: ([a, , b, y], text) => {
      // Only English texts write the month first.
      const isDayFirst = Number(a) > 12 || languageOf(text) !== undefined;
      return isDayFirst ? oneDay(y, Number(b) - 1, a) : oneDay(y, Number(a) - 1, b);
    },
  },
  { pattern: DAY_MONTH_YEAR, needsMonth: true, build: ([d, m, y]) => oneDay(y, monthOf(m), d) },
  { pattern: MONTH_DAY_YEAR, needsMonth: true, build: ([m, d, y]) => oneDay(y, monthOf(m), d) },
  {
    pattern: SPOKEN_DATE,
    needsMonth: true,
    build: ([d, m, y]) => oneDay(y, monthOf(m), String(ordinalDay(d))),
  },
];
const DATES: readonly DatePattern[] = [
  ...FULL_DATES,
  {
    pattern: MONTH_YEAR,
    needsMonth: true,
    build: ([m, y]) => fixed(monthDays(Number(y), monthOf(m))),
  },
  { pattern: ONLY_YEAR, needsMonth: false, build: ([y]) => fixed(yearDays(Number(y))) },
];

function absoluteMentions(text: string): TimeMention[] {
  if (!ANY_YEAR.test(text)) return [];
  const hasMonth = ANY_MONTH.test(text);
  return DATES.flatMap(({ pattern, needsMonth, build }) =>
    needsMonth && !hasMonth ? [] : scan(text, pattern, build),
  );
}

const DATE = `(?:${DAY}(?: of)? ?${MONTH}\\.?,? ?${YEAR}|${MONTH}\\.? ${DAY},? ${YEAR}|(?:19|20)\\d\\d-\\d\\d-\\d\\d)`;
const BEFORE_DATE = new RegExp(
  `\\b(?:the )?(?:${COUNT} )?(?:${UNIT}|${WEEKDAY}) (before|after|prior to|preceding|following|of) ((?:the )?${DATE})`,
  "gi",
);

/** Finds times that count from a date in the text, such as "the week before 9 June 2023". */
function qualifiedMentions(text: string, starts: number): TimeMention[] {
  if ((starts & (UNIT_WORD | WEEKDAY_WORD)) === 0 || !ANY_YEAR.test(text)) return [];
  return scan(text, BEFORE_DATE, ([count, unit, weekday, direction, date]) => {
    const anchor = firstDate(date ?? "");
    if (anchor === undefined) return undefined;
    const word = (direction ?? "").toLowerCase();
    const sign = word === "after" || word === "following" ? 1 : word === "of" ? 0 : -1;
    if (weekday !== undefined) return fixed(nearWeekday(anchor, weekdayOf(weekday), sign));
    if (count === undefined || /^an?$/i.test(count))
      return fixed(adjacent(anchor, unit ?? "", sign));
    return fixed(offset(anchor, sign * counted(count), unit ?? "", isVague(count)));
  });
}

const AGO = new RegExp(`\\b${COUNT} ${UNIT} (ago|back|earlier|before|later|from now)\\b`, "gi");
/**
 * Matches a time in two units, such as "ten years and almost four months ago". The result is as
 * exact as the smaller unit. A comma between the units or "later" at the end does not match,
 * because the text can then name two separate times: "It lasted two years and 3 weeks later he
 * left".
 */
const AGO_IN_TWO_UNITS = new RegExp(
  `\\b${COUNT} (years?|months?|weeks?) and (?:about |around |almost |nearly |over )?${COUNT} (months?|weeks?|days?) (ago|back|from now)\\b`,
  "gi",
);
const FOR_LONG = new RegExp(
  `\\b(?:for|over) (?:about |around |almost |nearly |over |the past |the last )?${COUNT} ${UNIT}\\b(?! ago)`,
  "gi",
);
const IN_FUTURE = new RegExp(`\\bin ${COUNT} ${UNIT}\\b`, "gi");
const NEAR = new RegExp(
  `\\b(last|past|previous|next|coming|upcoming|this|this past|this coming|the other) (?:${UNIT}|${WEEKDAY}|${MONTH}|${SEASON})\\b`,
  "gi",
);
const MONTH_DAY = new RegExp(
  `\\b(?:${MONTH}\\.? ${DAY}|${DAY}(?: of)? ${MONTH})\\b(?!,? ?\\d{4})`,
  "gi",
);
const SPOKEN_DAY = new RegExp(`\\b${ORDINAL_DAY} of ${MONTH}\\b(?!,? ?\\d{4})`, "gi");
const IN_MONTH = new RegExp(
  `\\b(?:in|since|during|of|by|until|(early|late|mid|(?:beginning|start|middle|end) of))[ -]${MONTH}\\b(?![.,]? ?\\d)`,
  "gi",
);
const ON_WEEKDAY = new RegExp(`\\b(?:on|this|until|till|by) ${WEEKDAY}\\b`, "gi");
const NAMED: readonly [RegExp, number, number][] = [
  [/\b(?:the )?day before yesterday\b/gi, -2, -2],
  [/\b(?:the )?day after tomorrow\b/gi, 2, 2],
  [/\b(?:yesterday|last night|the night before)\b/gi, -1, -1],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening)|earlier today|just now)\b/gi, 0, 0],
  [/\b(?:tomorrow)\b/gi, 1, 1],
  [/\ba fortnight ago\b/gi, -16, -12],
];

/**
 * Patterns for time expressions that count from a known day, such as "two weeks ago". `words` says
 * which kinds of words the pattern needs, for example a weekday or a month (see `word-starts.ts`).
 * Each kind is one bit. If a text has no word of these kinds, the slow search is skipped.
 */
const RELATIVE: readonly (readonly [words: number, pattern: RegExp, build: Build])[] = [
  ...NAMED.map(([pattern, first, last]): [number, RegExp, Build] => [
    DAY_WORD,
    pattern,
    () => spoken((a) => ({ first: a + first, last: a + last })),
  ]),
  [
    UNIT_WORD,
    AGO,
    ([count, unit, word]) =>
      spoken((a) =>
        offset(
          a,
          (/later|from/i.test(word ?? "") ? 1 : -1) * counted(count),
          unit ?? "",
          isVague(count),
        ),
      ),
  ],
  [
    UNIT_WORD,
    AGO_IN_TWO_UNITS,
    ([count, unit, further, smaller, word]) => {
      const length = lengthIn(smaller ?? "", unit ?? "");
      if (length <= 1) return undefined;
      const sign = /from/i.test(word ?? "") ? 1 : -1;
      if (isVague(count)) return spoken((a) => offset(a, sign * counted(count), unit ?? "", true));
      const all = Math.round(counted(count) * length + counted(further));
      return spoken((a) => offset(a, sign * all, smaller ?? "", isVague(further)));
    },
  ],
  [
    UNIT_WORD,
    FOR_LONG,
    ([count, unit]) => spoken((a) => offset(a, -counted(count), unit ?? "", isVague(count))),
  ],
  [
    UNIT_WORD,
    IN_FUTURE,
    ([count, unit]) => spoken((a) => offset(a, counted(count), unit ?? "", isVague(count))),
  ],
  [
    UNIT_WORD | WEEKDAY_WORD | MONTH_WORD | SEASON_WORD,
    NEAR,
    ([which, unit, weekday, month, season]) =>
      spoken((a) => near(a, which ?? "", { unit, weekday, month, season })),
  ],
  [
    MONTH_WORD,
    MONTH_DAY,
    ([m1, d1, d2, m2]) =>
      spoken((a) => single(closestYear(a, monthOf(m1 ?? m2), Number(d1 ?? d2)))),
  ],
  [
    MONTH_WORD,
    SPOKEN_DAY,
    ([day, m]) => spoken((a) => single(closestYear(a, monthOf(m), ordinalDay(day)))),
  ],
  [MONTH_WORD, IN_MONTH, ([p, m]) => spoken((a) => third(closestMonth(a, monthOf(m)), p))],
  [ANY_WORD, DAY_OF_SOME_MONTH, (days) => spoken((a) => eitherSuchDay(a, Number(days.join(""))))],
  [WEEKDAY_WORD, SOME_WEEKDAY, ([a, b]) => spoken((at) => eitherWeekday(at, weekdayOf(a ?? b)))],
  [WEEKDAY_WORD, ON_WEEKDAY, ([w]) => spoken((a) => eitherWeekday(a, weekdayOf(w)))],
];

/** @param starts the kinds of time words that the text has, as bits (see `wordStarts`) */
function relativeMentions(text: string, starts: number): TimeMention[] {
  return RELATIVE.flatMap(([words, pattern, build]) =>
    (starts & words) === 0 ? [] : scan(text, pattern, build),
  );
}

interface Named {
  readonly unit: string | undefined;
  readonly weekday: string | undefined;
  readonly month: string | undefined;
  readonly season: string | undefined;
}

function near(anchor: number, which: string, named: Named): Days | undefined {
  const sign = /next|coming/i.test(which) ? 1 : /^this$/i.test(which) ? 0 : -1;
  if (named.unit !== undefined) return adjacent(anchor, named.unit, sign);
  if (named.weekday !== undefined) return nearWeekday(anchor, weekdayOf(named.weekday), sign);
  const { year, month } = monthAt(anchor);
  if (named.month !== undefined) {
    const wanted = monthOf(named.month);
    if (sign === 0) return monthDays(year, wanted);
    const shift = sign < 0 ? (wanted < month ? 0 : -1) : wanted > month ? 0 : 1;
    return monthDays(year + shift, wanted);
  }
  const start = /spring/i.test(named.season ?? "")
    ? 2
    : /summer/i.test(named.season ?? "")
      ? 5
      : /winter/i.test(named.season ?? "")
        ? 11
        : 8;
  const shift = sign < 0 && start + 2 >= month ? -1 : sign > 0 && start <= month ? 1 : 0;
  return { first: dayOf(year + shift, start, 1), last: dayOf(year + shift, start + 3, 0) };
}

function counted(count: string | undefined): number {
  const word = (count ?? "").toLowerCase();
  if (/couple/.test(word)) return 2;
  if (/few|several/.test(word)) return 3;
  const index = "one two three four five six seven eight nine ten".split(" ").indexOf(word);
  return index >= 0 ? index + 1 : Number.isNaN(Number(word)) ? 1 : Number(word);
}

const UNIT_DAYS: readonly (readonly [RegExp, number])[] = [
  [/^year/i, 365.25],
  [/^month/i, 365.25 / 12],
  [/^week/i, 7],
];

function lengthIn(smaller: string, larger: string): number {
  const days = (unit: string) => UNIT_DAYS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
  return days(larger) / days(smaller);
}

function isVague(count: string | undefined): boolean {
  return /few|several|couple/i.test(count ?? "");
}

function monthOf(name: string | undefined): number {
  return placeOf(MONTHS, name?.slice(0, 3));
}

function weekdayOf(name: string | undefined): number {
  return placeOf(WEEKDAYS, name?.slice(0, 3));
}

/**
 * Returns the last and the next day with this number, such as the 31st, around the anchor: "on the
 * 24th" does not tell which of the two it means. Returns undefined if no month has such a day.
 */
function eitherSuchDay(anchor: number, day: number): Days | undefined {
  const { year, month } = monthAt(anchor);
  const days = [-2, -1, 0, 1, 2]
    .map((shift) => dayOf(year, month + shift, day))
    .filter((each) => dayOfMonth(each) === day);
  const after = days.find((each) => each >= anchor);
  const before = days.findLast((each) => each <= anchor);
  const [first, last] = [before ?? after, after ?? before];
  if (first === undefined || last === undefined) return undefined;
  return first === last ? single(first) : { first, last, isEither: true };
}
