/**
 * Patterns for clock times in Spanish, French, Italian, Portuguese, Dutch, Japanese and Korean:
 * "las ocho y media de la tarde", "14h15", "kwart over drie", "오후 세 시 반". `clock-times.ts` converts
 * the matches.
 */
import { cardinalsOf } from "../languages/cardinals.ts";
import { SPACED_LANGUAGES, type SpacedLanguage } from "../languages/language-of.ts";

/**
 * `form` is a pattern for a clock time. `part` is a faster pattern, which matches a part of every
 * such time. So a text without a match of `part` has no match of `form`.
 */
export type ClockForm = readonly [form: string, part: string];

const LAST_HOUR = 24;
const ONE: Readonly<Record<SpacedLanguage, string>> = {
  ...{ es: "una", fr: "une", it: "una", pt: "uma", nl: "één" },
};
const KOREAN_HOURS = "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두".split(" ");

const values = new Map<string, number>();
for (const language of SPACED_LANGUAGES) {
  values.set(ONE[language], 1);
  for (const [word, value] of cardinalsOf(language)) {
    if (value > 1 && value <= LAST_HOUR && /^\p{L}+$/u.test(word)) values.set(word, value);
  }
}
values.set("midi", 12);
values.set("minuit", 0);
for (const [index, word] of KOREAN_HOURS.entries()) values.set(word, index + 1);

/** Returns undefined if no language of this file has the word. */
export function hourNamed(word: string): number | undefined {
  return values.get(word.toLowerCase());
}

const KOREAN_DIGITS = "영일이삼사오육칠팔구";

/** `minute` is in digits, or in Korean words of Chinese origin. */
export function minutesNamed(minute: string): number {
  const [before, after] = minute.split("십");
  if (after === undefined) return Math.max(Number(minute) || KOREAN_DIGITS.indexOf(minute), 0);
  const tens = before === "" ? 1 : KOREAN_DIGITS.indexOf(before ?? "");
  return tens * 10 + Math.max(KOREAN_DIGITS.indexOf(after || "영"), 0);
}

function hourIn(language: SpacedLanguage): string {
  const words = [...cardinalsOf(language)].filter(([, value]) => value > 1 && value <= LAST_HOUR);
  const longestFirst = [ONE[language], ...words.map(([word]) => word)].toSorted(
    (a, b) => b.length - a.length,
  );
  return `(?<hour>${longestFirst.join("|")}|\\d{1,2})`;
}

/** Words for 30 to 55 minutes. */
const LATE_MINUTES = {
  es: "(?:treinta|cuarenta|cincuenta)(?: y cinco)?",
  it: "(?:trenta|quaranta|cinquanta)(?:cinque)?",
  pt: "(?:trinta|quarenta|cinquenta)(?: e cinco)?",
};

const [ES, FR, IT, PT, NL] = SPACED_LANGUAGES.map(hourIn);
const MINUTE = "(?:[:.](?<minute>\\d\\d))?";
const ES_PERIOD = "de la (?<period>mañana|tarde|noche|madrugada)";
const FR_PERIOD = "(?:du |de l['’])(?<period>matin|après-midi|soir)";
const FR_PART =
  "(?:(?<side>et|moins) (?:le |un )?)?(?<part>demie?|quart|cinq|dix|vingt(?:-cinq)?|quarante(?:-cinq)?)";
const IT_PERIOD = "(?:di|del) (?<period>mattina|mattino|pomeriggio|sera|notte)";
const PT_PERIOD = "d[ae] (?<period>manhã|tarde|noite|madrugada)";
const NL_PERIOD = "(?<period>['’]s (?:morgens|ochtends|middags|avonds|nachts))";

/**
 * "Deux heures et demie" can be a clock time or a duration. So such words match only with a part of
 * the day, such as "du matin", or after a word that clock times have and durations do not, such as
 * the French "à" or the Spanish "las".
 */
export const SPACED_CLOCKS: readonly ClockForm[] = [
  [
    `las? ${ES} (?<side>y|menos) (?<part>media|cuarto|cinco|diez|quince|veinte|veinticinco|${LATE_MINUTES.es})(?: ${ES_PERIOD})?`,
    "(?:y|menos) (?:media|cuarto|cinco|diez|quince|veint|treinta|c[iu])",
  ],
  [`${ES}${MINUTE}(?: horas?)? ${ES_PERIOD}`, "de la (?:ma|tar|no)"],
  [
    `(?:à|vers|dès) ${FR} ?h(?:eures?)?(?: ?(?<minute>\\d\\d)| ${FR_PART})?(?: ${FR_PERIOD})?`,
    "\\dh| h",
  ],
  ["(?<hour>\\d{1,2}) ?h ?(?<minute>\\d\\d)", "\\d ?h ?\\d"],
  [`${FR} ?h(?:eures?)?(?: (?<minute>\\d\\d)| ${FR_PART})? ${FR_PERIOD}`, "matin|après-midi|soir"],
  [`(?:(?:à|vers|dès) )?(?<hour>midi|minuit) ${FR_PART}`, "midi|minuit"],
  ["(?:à|vers|dès) (?<named>midi|minuit)", "midi|minuit"],
  [
    `(?:alle|dalle|le|ore|all['’]) ?${IT} (?<side>e|meno) (?:un )?(?<part>mezz[ao]|quarto|cinque|dieci|quindici|venti|venticinque|${LATE_MINUTES.it})(?: ${IT_PERIOD})?`,
    "(?:e|meno) (?:un )?(?:mezz|qua|cinq|dieci|quin|venti|tren)",
  ],
  [`${IT}${MINUTE} ${IT_PERIOD}`, "di (?:mat|ser|not)|del (?:mat|pom)"],
  ["(?:alle|dalle|ore) (?<hour>\\d{1,2})\\.(?<minute>\\d\\d)", "\\.\\d\\d"],
  [
    `(?:às|as|à|pelas|das) ${PT}(?: horas?)? (?<side>e|menos) (?:um )?(?<part>meia|quarto|cinco|dez|quinze|vinte(?: e cinco)?|${LATE_MINUTES.pt})(?: ${PT_PERIOD})?`,
    "(?:e|menos) (?:um )?(?:meia|qua|cin|dez|quinze|vinte|trinta)",
  ],
  [
    `(?:às |as )?(?<part>cinco|dez|quinze|vinte) (?<side>para) (?:as|a) ${PT}(?: ${PT_PERIOD})?`,
    " para as? ",
  ],
  [`${PT}${MINUTE}(?: ?h(?:oras?)?)? ${PT_PERIOD}`, "d[ae] (?:ma|tar|noi)"],
  ["às (?<hour>\\d{1,2}) ?h(?:oras?)?", "às"],
  [
    `(?<part>vijf|tien|twintig) (?<side>over|voor) (?<base>half )?${NL?.replace("|\\d{1,2}", "")}(?: uur)?(?: ${NL_PERIOD})?`,
    "(?:vijf|tien|twintig) (?:over|voor)",
  ],
  [
    `(?<part>kwart|half) (?:(?<side>over|voor) )?${NL?.replace("|\\d{1,2}", "")}(?: uur)?(?: ${NL_PERIOD})?`,
    "kwart|half",
  ],
  [`${NL}${MINUTE}(?: uur)?(?: (?<after>\\d\\d)(?!:))? ${NL_PERIOD}`, "['’]s (?:mo|oc|mi|av|na)"],
  [`(?:om|tot|vanaf|rond) ${NL}${MINUTE} uur`, "uur"],
  // In Dutch, a decimal has a comma, so a point before two digits separates minutes.
  ["(?<hour>[01]?\\d|2[0-4])[:.](?<minute>[0-5]\\d) uur", "\\d uur"],
];

const HAN_MINUTE = "(?<minute>\\d{1,2}|[二三四五]?十[一二三四五六七八九]?|[一二三四五六七八九])";
const KOREAN_MINUTE = "(?<minute>\\d{1,2}|[이삼사오]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])";

/** Some words with 時 are no clock times: "時間" is a duration, and "一時" also means "for a while". */
export const UNSPACED_CLOCKS: readonly ClockForm[] = [
  [
    `(?<period>午前|午後|朝|夕方|夜|深夜)の?(?<hour>[一二三四五六七八九十]{1,2}|\\d{1,2})時(?![間代])(?:(?<part>半)|${HAN_MINUTE}分)?`,
    "時",
  ],
  [`(?<hour>\\d{1,2}|十[一二]?|[二三四五六七八九])時(?:(?<part>半)|${HAN_MINUTE}分)`, "時"],
  ["(?<![\\d:])(?<hour>\\d{1,2})時(?![間代\\d])", "\\d時"],
  [
    `(?:(?<period>오전|오후|아침|저녁|밤|새벽|낮) ?)(?<hour>${KOREAN_HOURS.toReversed().join("|")}|\\d{1,2}) ?시(?!간)(?: ?(?<part>반)| ?${KOREAN_MINUTE} ?분)?`,
    "시",
  ],
  [
    `(?<!\\p{L})(?<hour>${KOREAN_HOURS.toReversed().join("|")}|\\d{1,2}) ?시(?!간) ?(?:(?<part>반)|${KOREAN_MINUTE} ?분)`,
    "시",
  ],
];

/** Maps words for a quarter or a half of an hour, in the languages of this file, to minutes. */
export const CLOCK_PARTS: Readonly<Record<string, number>> = {
  ...{ media: 30, cuarto: 15, demie: 30, demi: 30, quart: 15, mezza: 30, mezzo: 30, quarto: 15 },
  ...{ meia: 30, kwart: 15, 반: 30 },
};
export const CLOCK_BEFORE = ["menos", "moins", "meno", "para", "voor"] as const;
/** Parts of the day in which an hour below 12 means the afternoon. */
export const CLOCK_LATE = [
  ...["tarde", "soir", "après-midi", "pomeriggio", "sera", "'s middags", "'s avonds"],
  ...["午後", "夕方", "오후", "저녁", "낮"],
] as const;
/** Parts of the day that begin in the evening and end in the morning. */
export const CLOCK_NIGHT = [
  ...["noche", "noite", "notte", "'s nachts", "夜", "深夜", "밤"],
] as const;
