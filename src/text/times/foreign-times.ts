/** Finds Chinese and German time expressions, and dates in digits such as "5.10.2022". */
import {
  adjacent,
  closestMonth,
  closestYear,
  dayOf,
  eitherWeekday,
  monthDays,
  nextOrLater,
  single,
  yearDays,
} from "../calendar.ts";
import { inChinese } from "../number-words.ts";
import { HALF_WORD } from "../spelling/halves.ts";
import { fixed, scan, spoken, type TimeMention } from "../time-mention.ts";
import { countedOffset, numberNamed } from "./counted-offset.ts";

const GERMAN_MONTHS =
  "januar februar märz april mai juni juli august september oktober november dezember".split(" ");
const GERMAN_MONTH = `(${GERMAN_MONTHS.join("|")})`;
const GERMAN_WEEKDAYS = "sonntag montag dienstag mittwoch donnerstag freitag samstag".split(" ");
const GERMAN_WEEKDAY = `(${GERMAN_WEEKDAYS.join("|")}|sonnabend)`;
const CHINESE_WEEKDAYS = "一二三四五六日";
/** Fast test: a text without a match contains no expression of this file. */
export const MAYBE_FOREIGN_TIME = new RegExp(
  `[年月周週天]|星期|[礼禮]拜|\\d\\.\\s?\\d|gestern|heute|morgen|(?<!\\p{L})vor\\s|\\stage?n?(?!\\p{L})|woche|monat|jahr|(?:\\d\\.|im|ende|anfang|mitte|bis|seit|ab|te[nrs]?)\\s?${GERMAN_MONTH}|${GERMAN_MONTH}\\s\\d|${GERMAN_WEEKDAY}|(?:am|vom|zum)\\s\\d`,
  "iu",
);
const YEAR = "((?:19|20)\\d\\d)";
const CHINESE_DATE = /((?:19|20)\d\d)年(?:(\d{1,2})月(?:(\d{1,2})[日号號])?)?/g;
const DOTTED = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d\d)(?!\d)/g;
const GERMAN_DATE = new RegExp(
  `(?<!\\d)(?:(\\d{1,2})\\.\\s?)?${GERMAN_MONTH}\\s${YEAR}(?!\\d)`,
  "giu",
);

/** Maps each word for a day, such as "gestern", to its distance from the anchor in days. */
const DAY_WORDS: Readonly<Record<string, number>> = {
  ...{ vorgestern: -2, gestern: -1, heute: 0, übermorgen: 2 },
  ...{ 前天: -2, 昨天: -1, 昨晚: -1, 今天: 0, 明天: 1, 后天: 2, 後天: 2 },
  ...{ 大前天: -3, 大后天: 3, 大後天: 3 },
};
const DAY_WORD = new RegExp(
  `(?<!\\p{Script=Latin})(${Object.keys(DAY_WORDS).toReversed().join("|")})(?!\\p{Script=Latin})`,
  "giu",
);
const GERMAN_NEAR =
  /(?<!\p{L})(letzte|vergangene|vorige|nächste|kommende|diese|vorletzte|übernächste)[nmrs]?\s(woche|monat|jahr|wochenende)(?!\p{L})/giu;
const GERMAN_NEAR_DAY = new RegExp(
  `(?<!\\p{L})(?:(letzte|vergangene|vorige|nächste|kommende|diese)[nmrs]?|am)\\s${GERMAN_WEEKDAY}(?!\\p{L})`,
  "giu",
);
/** German ordinal numbers from 1 to 31, without their endings. */
const ORDINAL_STEMS =
  "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst einundzwanzigst zweiundzwanzigst dreiundzwanzigst vierundzwanzigst fünfundzwanzigst sechsundzwanzigst siebenundzwanzigst achtundzwanzigst neunundzwanzigst dreißigst einunddreißigst".split(
    " ",
  );
const ORDINALS = ORDINAL_STEMS.join("|");
const GERMAN_DAY_MONTH = new RegExp(
  `(?<![\\d\\p{L}])(?:(\\d{1,2})\\.\\s?|(${ORDINALS})e[nrs]?\\s)${GERMAN_MONTH}(?!\\p{L}|\\s\\d{4})`,
  "giu",
);
/** Matches a weekday of last week, this week or next week. Weeks begin on Monday. */
const CHINESE_WEEKDAY =
  /(上上|下下|上|下|这|這|本)(?:个|個)?(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])/g;
const HAN_NUMBER = "\\d{1,2}|[一二三四五六七八九十]{1,3}";
const CHINESE_MONTH_DAY = new RegExp(
  `(?<![年\\d一二三四五六七八九十])(${HAN_NUMBER})月(${HAN_NUMBER})[日号號]`,
  "g",
);
/** Matches a month without a day and a year, in Chinese and Japanese. */
const EASTERN_MONTH = new RegExp(
  `(?<![年\\d一二三四五六七八九十])(${HAN_NUMBER})月(?![\\d一二三四五六七八九十間间])`,
  "g",
);
const GERMAN_IN_MONTH = new RegExp(
  `(?<!\\p{L})(?:im|ende|anfang|mitte|bis|seit|ab)\\s${GERMAN_MONTH}(?!\\p{L}|\\s\\d{4})`,
  "giu",
);
/**
 * Matches a German day and month in digits, such as "am 3.4.". The word before the digits shows
 * that they are a date and not a decimal number.
 */
const GERMAN_SHORT_DATE =
  /(?<!\p{L})(?:am|vom|zum|bis|ab|der|den)\s(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)/giu;
const CHINESE_NEAR =
  /(上上个?|下下个?|上个|上個|上|下个|下個|下|这个|這個|这|這|本)(周末|周|週|星期|月)|(去年|今年|明年)/g;
const GERMAN_DISTANCE = new RegExp(
  `(?<!\\p{L})(?:heute\\s)?(vor|in)\\s(${HALF_WORD}|\\p{L}+|\\d{1,3})\\s(tag|woche|monat|jahr)(?:en|n|e)?(?!\\p{L})`,
  "giu",
);
const CHINESE_DISTANCE =
  /(?<![一二两兩三四五六七八九十百\d])([一二两兩三四五六七八九十百]+|\d{1,3}|)([个個]?半)?(天|周|週|个?星期|個星期|[个個ヶかカ]月|年)(半)?(?:之|以)?(前|后|後)/g;

const UNITS: Readonly<Record<string, string>> = {
  ...{ tag: "day", woche: "week", wochenende: "weekend", monat: "month", jahr: "year" },
  ...{ 天: "day", 周: "week", 週: "week", 星期: "week", 个星期: "week", 個星期: "week" },
  ...{ 周末: "weekend", 月: "month", 个月: "month", 個月: "month", 年: "year" },
  ...{ ヶ月: "month", か月: "month", カ月: "month" },
};

export function foreignMentions(text: string): TimeMention[] {
  return [
    ...scan(text, CHINESE_DATE, ([y, m, d]) => written(y, m && Number(m) - 1, d)),
    ...scan(text, DOTTED, ([d, m, y]) => written(y, Number(m) - 1, d)),
    ...scan(text, GERMAN_DATE, ([d, m, y]) => written(y, germanMonth(m), d)),
    ...scan(text, DAY_WORD, ([word]) =>
      spoken((today) => single(today + (DAY_WORDS[(word ?? "").toLowerCase()] ?? 0))),
    ),
    ...scan(text, GERMAN_NEAR, ([which, unit]) => next(unit, germanSign(which))),
    ...scan(text, GERMAN_NEAR_DAY, ([which, day]) =>
      spoken((today) =>
        which === undefined
          ? eitherWeekday(today, germanWeekday(day))
          : nextOrLater(today, germanWeekday(day), germanSign(which)),
      ),
    ),
    ...scan(text, GERMAN_DAY_MONTH, ([d, word, m]) =>
      monthDay(germanMonth(m), d ?? `${ORDINAL_STEMS.indexOf((word ?? "").toLowerCase()) + 1}`),
    ),
    ...scan(text, GERMAN_SHORT_DATE, ([d, m]) => monthDay(Number(m) - 1, d)),
    ...scan(text, GERMAN_IN_MONTH, ([m]) => spoken((today) => closestMonth(today, germanMonth(m)))),
    ...scan(text, EASTERN_MONTH, ([m]) => {
      const month = figure(m);
      return month > 12 ? undefined : spoken((today) => closestMonth(today, month - 1));
    }),
    ...scan(text, CHINESE_MONTH_DAY, ([m, d]) => monthDay(figure(m) - 1, `${figure(d)}`)),
    ...scan(text, CHINESE_WEEKDAY, ([which, day]) =>
      spoken((today) => {
        const monday = today - ((today + 3) % 7);
        const ahead = CHINESE_WEEKDAYS.indexOf((day ?? "").replace("天", "日"));
        return single(monday + 7 * chineseSign(which) + ahead);
      }),
    ),
    ...scan(text, CHINESE_NEAR, ([which, unit, year]) => {
      return next(year === undefined ? unit : "年", chineseSign(which ?? year));
    }),
    ...scan(text, GERMAN_DISTANCE, ([word, count, unit]) =>
      distance(/^in$/i.test(word ?? "") ? 1 : -1, count, unit),
    ),
    ...scan(text, CHINESE_DISTANCE, ([count = "", inner, unit, last, word]) =>
      count === "" && inner === undefined
        ? undefined
        : distance(word === "前" ? -1 : 1, `${count}${inner ?? last ?? ""}`, unit),
    ),
  ];
}

function germanSign(which: string | undefined): number {
  if (which === undefined || /^diese/i.test(which)) return 0;
  if (/^(?:vorletzt|übernächst)/i.test(which)) return /^v/i.test(which) ? -2 : 2;
  return /^(?:nächste|kommende)/i.test(which) ? 1 : -1;
}

function chineseSign(which: string | undefined): number {
  const steps = /^(.)\1/u.test(which ?? "") ? 2 : 1;
  if (/[上去]/.test(which ?? "")) return -steps;
  return /[下明]/.test(which ?? "") ? steps : 0;
}

function germanMonth(name: string | undefined): number {
  return GERMAN_MONTHS.indexOf((name ?? "").toLowerCase());
}

function germanWeekday(name: string | undefined): number {
  const day = (name ?? "").toLowerCase();
  return GERMAN_WEEKDAYS.indexOf(day === "sonnabend" ? "samstag" : day);
}

/** Returns a date without a year. `month` 0 is January. */
function monthDay(month: number, day: string | undefined): Found {
  const isDay = month >= 0 && month < 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? spoken((today) => single(closestYear(today, month, Number(day)))) : undefined;
}

/** Returns the number that the digits or Chinese characters state. */
function figure(written: string | undefined): number {
  return /^\d/.test(written ?? "") ? Number(written) : Number(inChinese(written ?? ""));
}

type Found = Omit<TimeMention, "text" | "index"> | undefined;

/** Returns a date, a month or a year that the text writes out. `month` 0 is January. */
function written(
  year: string | undefined,
  month: number | string | undefined,
  day: string | undefined,
): Found {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (month === undefined || month === "") return fixed(yearDays(y));
  if (!(m >= 0 && m < 12)) return undefined;
  if (day === undefined) return fixed(monthDays(y, m));
  return d >= 1 && d <= 31 ? fixed(single(dayOf(y, m, d))) : undefined;
}

function next(unit: string | undefined, sign: number): Found {
  const known = UNITS[(unit ?? "").toLowerCase()];
  if (known === undefined) return undefined;
  return spoken((today) =>
    Math.abs(sign) > 1 ? countedOffset(today, sign, known) : adjacent(today, known, sign),
  );
}

function distance(sign: number, count: string | undefined, unit: string | undefined): Found {
  const known = UNITS[(unit ?? "").toLowerCase()];
  const number = numberNamed(count ?? "");
  if (known === undefined || number === undefined) return undefined;
  return spoken((today) => countedOffset(today, sign * number, known));
}
