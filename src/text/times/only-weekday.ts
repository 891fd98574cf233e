/** Reads weekdays that a text names without a date. */
import { eitherWeekday } from "../calendar.ts";
import { scan, spoken, type TimeMention } from "../time-mention.ts";

const LANGUAGES = ["en", "de", "es", "fr", "it", "pt", "nl", "ja", "ko"];
const DAY_MS = 86_400_000;
/** 4 January 1970, which was a Sunday. */
const SUNDAY = 3 * DAY_MS;

/** Maps the names of weekdays, in lower case, to their numbers. 0 is Sunday. */
export const WEEKDAY_NUMBERS: ReadonlyMap<string, number> = weekdayNumbers();

function weekdayNumbers(): Map<string, number> {
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
  return weekdays;
}

const ONLY_WEEKDAY =
  /^\P{L}*(?:on |am |el |le |il |na |no |op )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일)\P{L}*$/iu;

/**
 * Whether the text is only the name of a weekday. Callers use this to ignore the name next to a
 * date, as in "Thursday, 9 October": the date alone tells the day.
 */
export function isWeekday(text: string): boolean {
  return ONLY_WEEKDAY.test(text);
}

const NAME = "((?:sun|mon|tues|wednes|thurs|fri|satur)day)";

/** Matches a weekday that can be the last or the next one: "before Friday", "Friday at eight". */
export const SOME_WEEKDAY = new RegExp(
  `\\b(?:(?:before|after|from|since) ${NAME}|${NAME}(?=,? (?:at|morning|afternoon|evening|night)\\b))\\b`,
  "gi",
);

/**
 * Matches an English or German weekday that names one day: "moved to Thursday". After a word such
 * as "every" or "the", or before a noun such as "mornings", it does not.
 */
const BARE_WEEKDAY =
  /(?<![\p{L}-])(?<!(?<!\p{L})(?:every|each|any|an?|the|most|all|my|your|his|her|our|their|jede[rnms]?|alle|an|eine[nm]?|de[rnm]|des|immer) )((?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?![\p{L}-])(?! (?:mornings|afternoons|evenings|nights)\b)/giu;

/** Finds English and German weekdays without a word such as "on": the last or the next such day. */
export function bareWeekdays(text: string): TimeMention[] {
  return scan(text, BARE_WEEKDAY, ([name]) => meaning(name));
}

/** Returns the time that the text means if it is only the name of a weekday. */
export function onlyWeekday(text: string): TimeMention | undefined {
  if (!isWeekday(text)) return undefined;
  const words = text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const built = meaning(words.findLast((word) => WEEKDAY_NUMBERS.has(word)));
  return built === undefined ? undefined : { ...built, text, index: 0 };
}

function meaning(name: string | undefined) {
  const weekday = WEEKDAY_NUMBERS.get(name?.toLowerCase() ?? "");
  return weekday === undefined ? undefined : spoken((today) => eitherWeekday(today, weekday));
}
