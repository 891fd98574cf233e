/** Writes values of an answer in one form: "twice a week" and "2x/week", "½" and "0.5". */
import { inChinese } from "../../text/number-words.ts";
import { EVERY_NTH } from "../../text/times/intervals.ts";

/** Writes quarters, frequencies, fractions and prices of a text in one form. */
export function inPlainForm(text: string): string {
  return FORMS.reduce((made, [pattern, plain]) => made.replace(pattern, plain as string), text);
}

/** The replacement of a match: a text with groups, such as "$1", or a function. */
type Form = string | ((all: string, ...groups: string[]) => string);

const FRACTIONS: Readonly<Record<string, string>> = { "¼": ".25", "½": ".5", "¾": ".75" };
const EAST_ASIAN_COUNTS: Readonly<Record<string, number>> = {
  ...{ 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 한: 1, 두: 2, 세: 3, 네: 4, 다섯: 5 },
};
const COUNT = "(twice|thrice|(?:\\d{1,2}|[a-z]{3,6}) times|\\d{1,2} ?x)";
const UNIT = "(day|week|month|year)";

const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/\bQ([1-4])\b/g, "$1th quarter"],
  [/(?<=\p{L}|\d) \(((?:19|20)\d\d)\)/gu, " $1"],
  [/(?<!\p{L})(?:per cento?|p(?:or|our) cent[o]?|por ciento|procent)(?!\p{L})/giu, "percent"],
  [/\bv(?=\d+\.\d+\.\d)/gi, ""],
  [/\b(?:(?:a )?max(?:imum|\.)?(?: of)?|at most|no more than)(?= \S?\d)/g, "up to"],
  [
    /(?:[每一]个?(?:周|星期)|週に?|(?:일주일|매주|주)에? ?)([\d一二两三四五六]|한|두|세|네|다섯) ?(?:次|回|번|회)/gu,
    (_, count) => `週${EAST_ASIAN_COUNTS[count] ?? count}回`,
  ],
  [/[1一]人(?:あたり|当たり|につき)/g, ""],
  [/(?<!\d)(\d{0,9}) ?([¼½¾])/g, (_, whole, part) => `${whole || 0}${FRACTIONS[part]}`],
  [/(?<=\d ?\p{L}{1,3})\/h\b/gu, " per hour"],
  [/(\d) (euros?|dollars?|francs?|reais) (\d\d)\b(?!\s*\p{L})/giu, "$1.$3 $2"],
  [/\bevery (?:12|twelve) hours\b/gi, "2x/day"],
  [/(?<=\d ?)bpm\b/gi, " beats per minute"],
  [/(?<=\d ?)mph\b/gi, " miles per hour"],
  [/\b(?:fortnightly|(?:every|each|once a) fortnight)\b/gi, "every 2 weeks"],
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
  [/(?<![\d一-十百第])([\d一二三四五六七八九十百]{1,9})(?:个人|位|名(?!\p{Script=Han}))/gu, "$1人"],
  [/(?<![一-十百第])[一二三四五六七八九](?=人(?!\p{Script=Han}))/gu, inChinese],
];
