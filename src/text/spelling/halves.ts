/**
 * Converts halves to decimals: "zweieinhalb Stunden", "hora y media" and "两个半小时" become "2.5
 * Stunden", "1.5 hora" and "2.5 小时".
 */

import { inChinese, NUMBER_WORDS } from "../number-words.ts";
import { hourNamed } from "../times/clock-forms.ts";
import { withoutAccents } from "./without-accents.ts";

const NUMBER = "(?<number>\\p{L}+|\\d+)";
const UNSPACED_NUMBER = "(?<number>[一二两兩三四五六七八九十]+|\\d+)";

/** Matches words such as "anderthalb" and "zweieinhalb". The pattern has no capturing groups. */
export const HALF_WORD =
  "ander(?:t?halb|hal(?:f|ve))|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)einhalb|(?:twee|drie|vier|vijf|zes|zeven|acht|negen|tien)[eë]nhal(?:f|ve)";
const HALF_WORDS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${HALF_WORD})(?![\\p{L}\\p{N}])`, "giu");

/**
 * Each pattern matches a form of "and a half". The group `number` is the number before the half. If
 * this group is empty, the value is 1.5. Some patterns also have a group `unit`.
 */
const FORMS: readonly RegExp[] = [
  "(?<number>an?|one) (?<unit>\\p{L}+) and a half",
  `${NUMBER} and a half`,
  "(?<number>une?|un[ao]|uma?) (?<unit>\\p{L}+) (?:y medi[oa]|et demie?|e mezz[oa]|e mei[oa])",
  `(?:${NUMBER}\\s+)?(?<unit>horas?|años?|mes(?:es)?|días?|semanas?|kilómetros?|kilos?|litros?|euros?) y medi[oa]`,
  `(?:${NUMBER}\\s+)?(?<unit>heures?|ans?|mois|jours?|semaines?|kilomètres?|kilos?|litres?|euros?) et demie?`,
  `(?:${NUMBER}\\s+)?(?:un['’])?(?<unit>or[ae]|ann[oi]|mes[ei]|giorn[oi]|settiman[ae]|chil[oi]|litr[oi]|euro) e mezz[oa]`,
  `(?:${NUMBER}\\s+)?(?<unit>horas?|anos?|m[eê]s(?:es)?|dias?|semanas?|quilos?|litros?|euros?) e mei[oa]`,
].map((form) => new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`, "giu"));
const UNSPACED: readonly RegExp[] = [
  `${UNSPACED_NUMBER}[个個]半(?<unit>小时|小時|月|钟头|星期)`,
  `${UNSPACED_NUMBER}(?<unit>年|天|周|時間|か月|ヶ月|週間)半`,
  "(?<![\\p{L}\\d])(?<number>\\p{Script=Hangul}{1,2}|\\d+) ?(?<unit>시간|년|달|개월|주) ?반",
].map((form) => new RegExp(form, "gu"));
/** Matches a colloquial price: "三十八块五" is 38.5 yuan. */
const YUAN =
  /(?<![一二两兩三四五六七八九十百\d])(?<number>[一二两兩三四五六七八九十百]{1,9}|\d{1,9})[块塊](?<tenth>[一二三四五六七八九半])(?=毛|[^\p{L}\d]|$)/gu;
const YUAN_DIGITS = " 一二三四五六七八九";
const MAYBE_HALF = /hal[bfv]|medi[oa]|demie?|mezz[oa]|mei[oa]|[半块塊]|반/iu;

export function inHalves(text: string): string {
  if (!MAYBE_HALF.test(text)) return text;
  return [...FORMS, ...UNSPACED].reduce(
    (made, form) => made.replace(form, (...matched) => half(matched.at(-1)) ?? String(matched[0])),
    text
      .replace(HALF_WORDS, (word) => ` ${halfNumber(word)} `)
      .replace(YUAN, (_, whole: string, tenth: string) => {
        const yuan = /^\d/.test(whole) ? whole : inChinese(whole);
        return ` ${yuan}.${tenth === "半" ? 5 : YUAN_DIGITS.indexOf(tenth)}元`;
      }),
  );
}

/** Matches a word for one half before a unit: "media hora", "half jaar", "mezz'ora". */
export const HALF_UNIT =
  "half an?|(?:een )?hal(?:f|ve)|(?:ein(?:e[nmr]?)? )?halbe[nmrs]?|medi[oa]|mei[oa]|demi|mezz[ao]|mezz['’]|반";
/** Matches a half or a quarter after a unit, as in "an hour and a half" and "una hora y cuarto". */
export const PART_AFTER =
  /^(?:(?: and a half| y medi[oa]| et demie?| e mezz[oa]| e mei[oa])(?!\p{L})|半| ?반(?!\p{L})|(?<quarter> and a quarter| y cuarto| et quart| e (?:un )?quarto| e um quarto| en een kwart)(?!\p{L}))/iu;
const HALF_ONLY = new RegExp(`^(?:${HALF_UNIT}|半)$`, "iu");
const WHOLE_AND_HALF = /^(?<number>\p{L}+?|\d+)(?:einhalb|[eë]nhal(?:f|ve)|[个個]?半)$/iu;

/** Returns the value of a number word with a half; undefined if the word has no half. */
export function halfNumber(word: string): number | undefined {
  if (HALF_ONLY.test(word)) return 0.5;
  if (/^ander(?:t?halb|hal(?:f|ve))$/iu.test(word)) return 1.5;
  const number = WHOLE_AND_HALF.exec(word)?.groups?.number;
  const whole = number === undefined ? undefined : numberOf(number);
  return whole === undefined ? undefined : whole + 0.5;
}

const ONE = new Set("a an one ein eine einen een una un une uma um".split(" "));

function half({ number, unit }: { readonly number?: string; readonly unit?: string }) {
  const value = number === undefined ? 1 : numberOf(number.toLowerCase());
  // The group `number` can also match a word that is no number, such as "durante" in "durante hora
  // y media". Then the value is 1.5, and the word stays before it.
  if (value === undefined) return unit === undefined ? undefined : ` ${number} 1.5 ${unit} `;
  return ` ${value}.5 ${unit ?? ""} `;
}

/** Returns the value of a number without decimals, in digits or in one word. */
export function numberOf(word: string): number | undefined {
  if (ONE.has(word)) return 1;
  if (/^\d+$/.test(word)) return Number(word);
  if (/^\p{Script=Han}/u.test(word)) return Number(inChinese(word));
  const plain = withoutAccents(word);
  const value = hourNamed(word) ?? Number(NUMBER_WORDS.get(plain) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}
