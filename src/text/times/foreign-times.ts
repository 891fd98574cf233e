/** Finds Chinese and German time expressions, and dates in digits such as "5.10.2022". */
import {
  adjacent,
  closestYear,
  dayOf,
  monthDays,
  nearWeekday,
  offset,
  single,
  yearDays,
} from "../calendar.ts";
import { fixed, scan, spoken, type TimeMention } from "../time-mention.ts";

const GERMAN_MONTHS =
  "januar februar märz april mai juni juli august september oktober november dezember".split(" ");
const GERMAN_MONTH = `(${GERMAN_MONTHS.join("|")})`;
const GERMAN_WEEKDAYS = "sonntag montag dienstag mittwoch donnerstag freitag samstag".split(" ");
const GERMAN_WEEKDAY = `(${GERMAN_WEEKDAYS.join("|")})`;
const CHINESE_WEEKDAYS = "一二三四五六日";
/** Fast test: a text without a match contains no expression of this file. */
export const MAYBE_FOREIGN_TIME = new RegExp(
  `[年月周週天]|星期|\\d\\.\\s?\\d|gestern|heute|morgen|(?<!\\p{L})vor\\s|woche|monat|jahr|\\d\\.\\s?${GERMAN_MONTH}|${GERMAN_MONTH}\\s\\d|${GERMAN_WEEKDAY}`,
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
};
const DAY_WORD = new RegExp(
  `(?<!\\p{Script=Latin})(${Object.keys(DAY_WORDS).join("|")})(?!\\p{Script=Latin})`,
  "giu",
);
const GERMAN_NEAR =
  /(?<!\p{L})(letzte|vergangene|vorige|nächste|kommende|diese)[nmrs]?\s(woche|monat|jahr|wochenende)(?!\p{L})/giu;
const GERMAN_NEAR_DAY = new RegExp(
  `(?<!\\p{L})(?:(letzte|vergangene|vorige|nächste|kommende|diese)[nmrs]?|am)\\s${GERMAN_WEEKDAY}(?!\\p{L})`,
  "giu",
);
const GERMAN_DAY_MONTH = new RegExp(
  `(?<!\\d)(\\d{1,2})\\.\\s?${GERMAN_MONTH}(?!\\p{L}|\\s\\d{4})`,
  "giu",
);
/** Matches a weekday of last week, this week or next week. Weeks begin on Monday. */
const CHINESE_WEEKDAY = /(上|下|这|這|本)(?:个|個)?(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])/g;
const CHINESE_MONTH_DAY = /(?<![年\d])(\d{1,2})月(\d{1,2})[日号號]/g;
const CHINESE_NEAR =
  /(上个|上個|上|下个|下個|下|这个|這個|这|這|本)(周末|周|週|星期|月)|(去年|今年|明年)/g;
const GERMAN_AGO = /(?<!\p{L})vor\s(\p{L}+|\d{1,3})\s(tag|woche|monat|jahr)(?:en|n|e)?(?!\p{L})/giu;
const CHINESE_AGO =
  /([一二两兩三四五六七八九十]|\d{1,3})(天|周|週|个星期|個星期|个月|個月|年)(?:之)?前/g;

const UNITS: Readonly<Record<string, string>> = {
  ...{ tag: "day", woche: "week", wochenende: "weekend", monat: "month", jahr: "year" },
  ...{ 天: "day", 周: "week", 週: "week", 星期: "week", 个星期: "week", 個星期: "week" },
  ...{ 周末: "weekend", 月: "month", 个月: "month", 個月: "month", 年: "year" },
};
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ einem: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8 },
  ...{ neun: 9, zehn: 10, 一: 1, 二: 2, 两: 2, 兩: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8 },
  ...{ 九: 9, 十: 10 },
};

export function foreignMentions(text: string): TimeMention[] {
  return [
    ...scan(text, CHINESE_DATE, ([y, m, d]) => written(y, m && Number(m) - 1, d)),
    ...scan(text, DOTTED, ([d, m, y]) => written(y, Number(m) - 1, d)),
    ...scan(text, GERMAN_DATE, ([d, m, y]) =>
      written(y, GERMAN_MONTHS.indexOf((m ?? "").toLowerCase()), d),
    ),
    ...scan(text, DAY_WORD, ([word]) =>
      spoken((today) => single(today + (DAY_WORDS[(word ?? "").toLowerCase()] ?? 0))),
    ),
    ...scan(text, GERMAN_NEAR, ([which, unit]) => next(unit, germanSign(which))),
    ...scan(text, GERMAN_NEAR_DAY, ([which, day]) =>
      spoken((today) => nearWeekday(today, germanWeekday(day), germanSign(which))),
    ),
    ...scan(text, GERMAN_DAY_MONTH, ([d, m]) =>
      monthDay(GERMAN_MONTHS.indexOf((m ?? "").toLowerCase()), d),
    ),
    ...scan(text, CHINESE_MONTH_DAY, ([m, d]) => monthDay(Number(m) - 1, d)),
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
    ...scan(text, GERMAN_AGO, ([count, unit]) => ago(count, unit)),
    ...scan(text, CHINESE_AGO, ([count, unit]) => ago(count, unit)),
  ];
}

function germanSign(which: string | undefined): number {
  if (which === undefined || /^diese/i.test(which)) return 0;
  return /^(?:nächste|kommende)/i.test(which) ? 1 : -1;
}

function chineseSign(which: string | undefined): number {
  if (/[上去]/.test(which ?? "")) return -1;
  return /[下明]/.test(which ?? "") ? 1 : 0;
}

function germanWeekday(name: string | undefined): number {
  return GERMAN_WEEKDAYS.indexOf((name ?? "").toLowerCase());
}

/** Returns a date without a year. `month` 0 is January. */
function monthDay(month: number, day: string | undefined): Found {
  const isDay = month >= 0 && month < 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? spoken((today) => single(closestYear(today, month, Number(day)))) : undefined;
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
  return known === undefined ? undefined : spoken((today) => adjacent(today, known, sign));
}

function ago(count: string | undefined, unit: string | undefined): Found {
  const known = UNITS[(unit ?? "").toLowerCase()];
  const number = NUMBERS[(count ?? "").toLowerCase()] ?? Number(count);
  if (known === undefined || !Number.isFinite(number)) return undefined;
  return spoken((today) => offset(today, -number, known, false));
}
