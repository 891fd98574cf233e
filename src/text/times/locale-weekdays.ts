/**
 * Finds a weekday of the last, this or the next week in seven languages, such as "el viernes
 * pasado" or "先週の金曜日". Also finds a weekday that is counted in weeks: "a week from Friday".
 */

import { eitherWeekday, nearWeekday, nextOrLater, placeOf, single } from "../calendar.ts";
import { scan, spoken, type TimeMention } from "../time-mention.ts";
import { numberNamed } from "./counted-offset.ts";

/**
 * Words before or after a weekday. Each word maps to -1 if it means "last", to 0 if it means
 * "this", and to 1 if it means "next". "Next Friday" is the first Friday after the day on which the
 * text was written.
 */
interface Around {
  readonly before?: Readonly<Record<string, number>>;
  readonly after?: Readonly<Record<string, number>>;
}

const AROUND: Readonly<Record<string, Around>> = {
  es: {
    before: { "último ": -1, "pasado ": -1, "próximo ": 1, "este ": 0 },
    after: { " pasado": -1, " próximo": 1, " que viene": 1 },
  },
  fr: { before: { "ce ": 0 }, after: { " dernier": -1, " passé": -1, " prochain": 1 } },
  it: {
    before: { "scorso ": -1, "scorsa ": -1, "prossimo ": 1, "prossima ": 1, "questo ": 0 },
    after: { " scorso": -1, " scorsa": -1, " prossimo": 1, " prossima": 1 },
  },
  pt: {
    before: {
      "passada ": -1,
      "última ": -1,
      "último ": -1,
      "próxima ": 1,
      "próximo ": 1,
      "esta ": 0,
    },
    after: { " passada": -1, " passado": -1, " que vem": 1, " próxima": 1, " próximo": 1 },
  },
  nl: {
    before: {
      ...{ "afgelopen ": -1, "vorige ": -1, "volgende ": 1, "komende ": 1, "deze ": 0 },
      "aanstaande ": 1,
    },
  },
  ja: { before: { 前の: -1, 次の: 1, 今度の: 1 } },
  ko: { before: { "지난 ": -1, "다음 ": 1, "이번 ": 0 } },
};
/**
 * Patterns for a weekday without a word such as "last" or "next". DAY stands for the name of the
 * weekday. The text then means the last or the next such day. The patterns do not match a weekday
 * after a word such as "every", because this is not a single day.
 */
const BARE: Readonly<Record<string, string>> = {
  es: "(?<=(?<!\\p{L})(?:el|al|del) )DAY",
  fr: "(?<!(?:le|les|chaque|un|au) )DAY(?! (?:matin|soir)s)",
  it: "(?<!(?:il|la|lo|i|ogni|un|di|del|al|dal) )DAY",
  pt: "(?<=(?<!\\p{L})(?:na|no|nesta|neste) )DAY(?! (?:vez|parte|etapa|metade|edição|semana|fase|classe|casa|mão))",
  nl: "(?<!(?:elke|iedere|de|een) )DAY",
  ja: "(?<!毎週?|[先今来再]週の?|[次前]の|今度の)DAY(?=[にのか])",
  ko: "(?<!매주 ?)DAY(?=에|까지|부터)",
};
/** Days from 1970-01-01 to a Sunday, 4 January 1970. */
const SUNDAY = 3;
const DAY = 86_400_000;
const OMITTED = /-feira$|日$/u;

export interface WeekdayFinder {
  readonly find: (text: string) => TimeMention[];
  readonly names: readonly string[];
}

export function weekdayFinder(locale: string): WeekdayFinder {
  const around = AROUND[locale];
  if (around === undefined) return { find: () => [], names: [] };
  const names = weekdayNames(locale);
  // People often leave out the end of a weekday's name: "terça" for "terça-feira", or "火曜" for
  // "火曜日". So the patterns match both forms.
  const shown = names.map((name) => name.replace(OMITTED, "(?:$&)?"));
  const { before = {}, after = {} } = around;
  const [open, close] = [before, after].map((each) => Object.keys(each).join("|"));
  const day = `(${shown.join("|")})`;
  const patterns = [
    { pattern: `(${open})${day}`, isAfter: false, has: open !== "" },
    { pattern: `${day}(${close})`, isAfter: true, has: close !== "" },
  ]
    .filter(({ has }) => has)
    .map(({ pattern, isAfter }) => ({
      ...{ isAfter, pattern: new RegExp(`(?<!\\p{L})${pattern}(?!\\p{Script=Latin})`, "giu") },
    }));
  const bare = BARE[locale]?.replace("DAY", day);
  const lone = new RegExp(`(?<!\\p{Script=Latin}|-)${bare}(?![\\p{Script=Latin}-])`, "giu");
  const inEither = (text: string) =>
    scan(text, lone, ([name]) => {
      const weekday = placeOf(names, name);
      return spoken((today) => eitherWeekday(today, weekday));
    });
  const find = (text: string) => [
    ...(bare === undefined ? [] : inEither(text)),
    ...patterns.flatMap(({ pattern, isAfter }) =>
      scan(text, pattern, ([one, two]) => {
        const [name, word] = isAfter ? [one, two] : [two, one];
        const sign = (isAfter ? after : before)[(word ?? "").toLowerCase()] ?? 0;
        const weekday = placeOf(names, name);
        return spoken((today) => nextOrLater(today, weekday, sign));
      }),
    ),
  ];
  return { find, names };
}

/**
 * Patterns of the words after a weekday that say how many weeks later it is. For example, the
 * German pattern matches the last three words of "Freitag in zwei Wochen". `COUNT` stands for the
 * number.
 */
const WEEKS_LATER: Readonly<Record<string, string>> = {
  de: "in COUNT wochen?",
  fr: "dans COUNT semaines?",
  es: "(?:en|dentro de) COUNT semanas?",
  it: "(?:fra|tra) COUNT settiman[ae]",
  pt: "daqui a COUNT semanas?",
  nl: "over COUNT we(?:ek|ken)",
};
/**
 * In these languages, people say "eight days" for a week, and "fourteen days" or "fifteen days" for
 * two weeks.
 */
const WEEK_AS_DAYS: Readonly<Record<string, string>> = {
  de: "in (acht|8|vierzehn|14) tagen",
  fr: "en (huit|quinze)(?=\\s*(?:[.,;!?]|$))",
  es: "en (ocho|quince)(?: días|(?=\\s*(?:[.,;!?]|$)))",
  it: "a (otto|quindici)(?: giorni|(?=\\s*(?:[.,;!?]|$)))",
};
const COUNT = "(\\p{L}{1,9}|\\d{1,2})";
const ENGLISH = weekdayNames("en");
/**
 * Matches an English weekday that is counted in weeks. The number of weeks is before the weekday,
 * and the word between them gives the direction: "two weeks before Friday". Also matches "Friday
 * week".
 */
const WEEKS_FROM = new RegExp(
  `(?<!\\p{L}|\\b(?:every|each) )(?:${COUNT} weeks? (from|after|on|before|ago(?: on)?|last) (?:this |next |coming )?|(?:(?:by|on|from|until|till|before|after|since) )?)(${ENGLISH.join("|")})(?: (week(?!['’\\w])|fortnight|after next))?(?!\\p{L})`,
  "giu",
);
const MAYBE_WEEKS =
  /week|fortnight|after next|woch|tagen|semain|semana|settiman|\bwek?e|\ben (?:huit|quinze|ocho|quince)|\ba (?:otto|quindici)/iu;
const FOREIGN_WEEKS = Object.keys({ ...WEEKS_LATER, ...WEEK_AS_DAYS }).map((locale) => {
  const names = weekdayNames(locale);
  const [weeks, days] = [WEEKS_LATER, WEEK_AS_DAYS].map((of) => of[locale] ?? "(?!)");
  const pattern = `(?<!\\p{L})(?:am )?(${names.join("|")}) (?:${weeks}|${days})(?!\\p{L})`;
  return { names, pattern: new RegExp(pattern.replace("COUNT", COUNT), "giu") };
});

/** Finds weekdays that are counted in weeks, such as "a week from Friday" or "Friday week". */
export function weeksFromWeekday(text: string): TimeMention[] {
  if (!MAYBE_WEEKS.test(text)) return [];
  const away = (weekday: number, weeks: number | undefined) =>
    weeks === undefined || weekday < 0
      ? undefined
      : spoken((today) => single(nearWeekday(today, weekday, 1).first + 7 * weeks));
  const english = scan(text, WEEKS_FROM, ([count, word = "", name = "", after]) => {
    const weekday = ENGLISH.indexOf(name.toLowerCase());
    if (after !== undefined)
      return count === undefined ? away(weekday, /^f/i.test(after) ? 2 : 1) : undefined;
    const weeks = /^an?$/i.test(count ?? "") ? 1 : numberNamed(count ?? "");
    if (weeks === undefined) return undefined;
    // "A week ago Tuesday" and "a week last Tuesday" count back from the last Tuesday.
    const isPast = /^(?:ago|last)/i.test(word);
    return away(weekday, /^b/i.test(word) ? -weeks : isPast ? -weeks - 1 : weeks);
  });
  const foreign = FOREIGN_WEEKS.flatMap(({ names, pattern }) =>
    scan(text, pattern, ([name = "", count, days]) => {
      const weeks =
        days === undefined ? weeksNamed(count) : Math.floor((numberNamed(days) ?? 0) / 7);
      return away(names.indexOf(name.toLowerCase()), weeks);
    }),
  );
  return [...english, ...foreign];
}

/** Returns the number that the word states. An article such as "une" counts as one. */
function weeksNamed(count = ""): number | undefined {
  return /^(?:ein(?:er)?|une?|una|uma|um|een)$/iu.test(count) ? 1 : numberNamed(count);
}

/** Returns the names in lower case. Index 0 is Sunday. */
function weekdayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) =>
    format.format(new Date((SUNDAY + day) * DAY)).toLowerCase(),
  );
}
