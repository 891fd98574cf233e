/** Writes values of an answer in one form: "twice a week" and "2x/week", "½" and "0.5". */
import { EVERY_NTH } from "../../text/times/intervals.ts";

/** Writes quarters, frequencies, weekdays, fractions, prices and streets of a text in one form. */
export function inPlainForm(text: string): string {
  return FORMS.reduce((made, [pattern, plain]) => made.replace(pattern, plain), text);
}

type Replace = (all: string, ...groups: string[]) => string;

const FRACTIONS: Readonly<Record<string, string>> = { "¼": ".25", "½": ".5", "¾": ".75" };
const WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const STREETS: Readonly<Record<string, string>> = { St: "Street", Rd: "Road", Ave: "Avenue" };
const TIMES_A_DAY: Readonly<Record<string, number>> = {
  ...{ 6: 4, six: 4, 8: 3, eight: 3, 12: 2, twelve: 2 },
};
const COUNT = "(twice|thrice|(?:\\d{1,2}|[a-z]{3,6}) times|\\d{1,2} ?x)";
const UNIT = "(day|week|month|year)";

const FORMS: readonly (readonly [RegExp, Replace])[] = [
  // Grades and blood groups
  [/\b([A-F]|AB|O)[ -]?(?:plus|positive?)\b/g, (_, letter) => `${letter}+`],
  [/\b([A-F]|AB|O)[ -]?(?:minus|negati(?:ve|v)?)\b/g, (_, letter) => `${letter}-`],
  // "It was Bea, not Ana" states only Bea.
  [/, (?:not|nicht|no|pas|non|não|niet) \p{Lu}\p{L}+(?=\s*(?:[.,;!]|$))/gu, () => ""],
  [/\bQ([1-4])\b/g, (_, quarter) => `${quarter}th quarter`],
  [/\bper cent\b/gi, () => "percent"],
  [/(\d*) ?([¼½¾])/g, (_, whole, part) => `${whole || 0}${FRACTIONS[part]}`],
  [/(?<=\d ?\p{L}{1,3})\/h\b/gu, () => " per hour"],
  [
    /(\d) (euros?|dollars?|pounds?|francs?|reais) (\d\d)\b(?!\s*\p{L})/giu,
    (_, whole, currency, part) => `${whole}.${part} ${currency}`,
  ],
  [/\bquid\b/gi, () => "pounds"],
  [
    /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?/g,
    (day) => WEEKDAYS.find((name) => name.startsWith(day.slice(0, 3))) ?? day,
  ],
  [/\bweekdays\b/gi, () => "Monday to Friday"],
  [/(?<=\p{Lu}\p{Ll}+ )(St|Rd|Ave)\b\.?/gu, (all, road) => STREETS[road] ?? all],
  [
    /\bevery (6|8|12|six|eight|twelve) hours\b/gi,
    (_, hours) => `${TIMES_A_DAY[hours]} times a day`,
  ],
  [
    new RegExp(
      `\\b${COUNT}(?: ?/ ?| (?:(?:an?|per|each|every) )?)(?:${UNIT}\\b|(dai|week|month|year)ly)`,
      "gi",
    ),
    (_, count, unit, adverb) => {
      return `${count.replace(/ times$| ?x$/i, "")} ${(unit ?? adverb).replace(/dai/i, "day")}ly`;
    },
  ],
  [
    new RegExp(
      `\\bevery (${Object.keys(EVERY_NTH).join("|")}) (hour|day|week|month|year)\\b`,
      "gi",
    ),
    (_, nth, unit) => `every ${EVERY_NTH[nth.toLowerCase()]} ${unit}s`,
  ],
  [/([\d一二三四五六七八九十百]+)(?:个人?|位|名)/g, (_, count) => `${count}人`],
];
