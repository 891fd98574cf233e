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
