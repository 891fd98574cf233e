const ONLY_WEEKDAY =
  /^\P{L}*(?:on |am )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)\P{L}*$/iu;

/**
 * Whether the text is only the name of a weekday. Beside a date, as in "Thursday, 9 October", the
 * name adds nothing.
 */
export function isWeekday(text: string): boolean {
  return ONLY_WEEKDAY.test(text);
}
