/**
 * Narrows a week or a month to one day: "mardi de la semaine prochaine", "volgende week dinsdag",
 * "下个月三号". The words for the day are directly before or after the week or month.
 */

import { type Days, single } from "../calendar.ts";
import { longestFirst } from "../spelling/longest-first.ts";
import { spoken, type TimeMention } from "../time-mention.ts";
import { numberNamed } from "./counted-offset.ts";
import { isWeekday } from "./only-weekday.ts";

const LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "nl", "ja", "ko"];
const DAY_MS = 86_400_000;
/** 4 January 1970, which was a Sunday. */
const SUNDAY = 3 * DAY_MS;

const weekdays = new Map<string, number>();
for (const language of LANGUAGES) {
  const name = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  for (let day = 0; day < 7; day += 1) {
    const long = name.format(SUNDAY + day * DAY_MS).toLowerCase();
    // People often leave out the end of a weekday's name: "terça" for "terça-feira", or "月曜" for
    // "月曜日". So add both forms.
    for (const each of [long, long.replace(/日$|-feira$/u, "")]) weekdays.set(each, day);
  }
}
for (const [day, sign] of [..."日一二三四五六"].entries())
  for (const week of ["周", "週", "星期", "礼拜"]) weekdays.set(`${week}${sign}`, day);

const NAMES = longestFirst(weekdays.keys());
const WEEK = /week|woche|seman|semain|settiman|周|週|星期|礼拜|주/iu;
const MONTH = /month|monat|mes|mois|m[eê]s|maand|月|달/iu;
const BEFORE_WEEK = new RegExp(
  `(?<![\\p{L}])(${NAMES})(?: (?:of|in|der|de la|de|della|del|da|van|in der|in de|,))? ?(?:the |l['’])?$`,
  "iu",
);
const AFTER_WEEK = new RegExp(
  `^(?:,? (?:on |am |el |le |il |na |no |op )?|の| )?(${NAMES})(?!\\p{L}|\\p{Script=Latin})`,
  "iu",
);
const AFTER_WEEK_UNSPACED = new RegExp(`^[の ]?(${NAMES})`, "u");
const AFTER_MONTH = /^の?\s?(\d{1,2}|[一二三四五六七八九十]{1,3})\s?[日号號일](?![間间])/u;
const BEFORE_MONTH =
  /(?<![\p{L}\d])(\d{1,2})(?:(?:st|nd|rd|th|er|º|\.) (?:of |des |del |du |do |van )?| (?:of|des|del|du|do|van) )(?:the )?$/iu;

/** Replaces each week or month by one of its days if the text around it names this day. */
export function withParts(mentions: readonly TimeMention[], text: string): TimeMention[] {
  const narrowed: TimeMention[] = [];
  for (const mention of mentions) {
    if (mention.index < endOf(narrowed.at(-1))) continue;
    const part = partOf(mention, text);
    // In "am Freitag nächster Woche", the word "Freitag" was already found as a mention of its own.
    // The new mention `part` contains this word too, so remove the mention of "Freitag".
    while (endOf(narrowed.at(-1)) > part.index) narrowed.pop();
    const before = narrowed.at(-1);
    if (before === undefined || !isBeside(before, part, text)) narrowed.push(part);
    else {
      narrowed.pop();
      narrowed.push({
        ...part,
        index: before.index,
        text: text.slice(before.index, endOf(part)),
      });
    }
  }
  return narrowed;
}

function endOf(mention: TimeMention | undefined): number {
  return mention === undefined ? 0 : mention.index + mention.text.length;
}

const BETWEEN = /^,? ?(?:(?:dia|el|le|il|den|der|de|o|a) )?$/iu;

/**
 * Whether the first mention only names the weekday of the date that the second mention gives, as in
 * "na segunda, dia 3/6/2024".
 */
function isBeside(first: TimeMention, second: TimeMention, text: string): boolean {
  const isDay = weekdays.has(first.text.toLowerCase()) || isWeekday(first.text);
  const days = second.resolve(undefined);
  if (!first.relative || second.relative || !isDay || days?.first !== days?.last) return false;
  return BETWEEN.test(text.slice(endOf(first), second.index));
}

function partOf(mention: TimeMention, text: string): TimeMention {
  if (!mention.relative) return mention;
  if (WEEK.test(mention.text)) return narrow(mention, text, dayOfWeek, weekPart(mention, text));
  if (!MONTH.test(mention.text)) return mention;
  return narrow(mention, text, dayOfMonth, monthPart(mention, text));
}

interface Part {
  readonly day: number;
  readonly first: number;
  readonly last: number;
}

function weekPart(mention: TimeMention, text: string): Part | undefined {
  const found = around(mention, text, BEFORE_WEEK, [AFTER_WEEK, AFTER_WEEK_UNSPACED]);
  const day = weekdays.get(found?.written.toLowerCase() ?? "");
  return found === undefined || day === undefined ? undefined : { ...found, day };
}

function monthPart(mention: TimeMention, text: string): Part | undefined {
  const found = around(mention, text, BEFORE_MONTH, [AFTER_MONTH]);
  const day = numberNamed(found?.written ?? "");
  return found === undefined || day === undefined || day > 31 ? undefined : { ...found, day };
}

function around(
  { index, text: said }: TimeMention,
  text: string,
  before: RegExp,
  after: readonly RegExp[],
) {
  const end = index + said.length;
  const left = before.exec(text.slice(Math.max(0, index - NEAR), index));
  if (left !== null) return { written: left[1] ?? "", first: index - left[0].length, last: end };
  const rest = text.slice(end, end + NEAR);
  for (const pattern of after) {
    const right = pattern.exec(rest);
    if (right !== null)
      return { written: right[1] ?? "", first: index, last: end + right[0].length };
  }
  return undefined;
}

/**
 * In a text such as "on Monday of last week", the words for the day belong to the words for the
 * week or the month. They must be within this number of characters before or after those words.
 */
const NEAR = 40;

function narrow(
  mention: TimeMention,
  text: string,
  dayIn: (span: Days, anchor: number, day: number) => Days | undefined,
  part: Part | undefined,
): TimeMention {
  if (part === undefined) return mention;
  const days = (anchor: number) => {
    const span = mention.resolve(anchor);
    return span === undefined ? undefined : (dayIn(span, anchor, part.day) ?? span);
  };
  return { text: text.slice(part.first, part.last), index: part.first, ...spoken(days) };
}

/** Returns the day with this weekday in the week that the span means. Weeks begin on Monday. */
function dayOfWeek({ first, last }: Days, anchor: number, weekday: number): Days {
  const middle = Math.round((first + last) / 2);
  const weeks = first <= anchor && last >= anchor ? 0 : Math.round((middle - anchor) / 7) || 1;
  const monday = anchor - ((anchor + 3) % 7);
  return single(monday + 7 * weeks + ((weekday + 6) % 7));
}

function dayOfMonth({ first, last }: Days, _: number, day: number): Days | undefined {
  return first + day - 1 <= last && last - first < 31 ? single(first + day - 1) : undefined;
}
