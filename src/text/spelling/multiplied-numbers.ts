/**
 * Multiplies a number by the word after it: "38 mila" gives "38000", "4.95 million" and "$4.95m"
 * give "4950000" and "$4950000", and "two dozen" gives "24".
 */
import { languageOf } from "../languages/language-of.ts";
import { HALF_UNIT, halfNumber, numberOf } from "./halves.ts";

/** Patterns of the words. Words with another frequent meaning are left out. */
const THOUSAND =
  "thousand|tausend|tsd|mille(?!-)|mila|duizend|tusen|tusinde?|ezer|tuhatta|tys|tysi[ąa]ce|tysi[ęe]cy|tis[íi]ce?|тыс|тысяч[аи]?|тис|тисяч[аі]?|χιλιάδες|ngh[ìi]n|ngàn|ribu|ألف|آلاف|אלף|हज़ार|हजार";
const MILLION =
  "mil(?:lion(?:e[ns]?|s|i)?|lones|l[óo]n|h(?:ão|ões)|ion[ei]|joen)|mio|mln|млн|миллион(?:а|ов)?";
const BILLION =
  "billions?|bn|mrd|mil(?:liarden?|liards?|iard[io]|jard| millones)|mld|млрд|миллиард(?:а|ов)?";
const DOZEN = "dozen|dutzend|douzaines?|docenas?|dozzin[ae]|d[uú]zias?|dozijn";
/**
 * In Spanish and Portuguese, "mil" means thousand. In Swedish, "5 mil" are 50 kilometres. A short
 * text may not show its language, but a currency in the plural does.
 */
const THOUSAND_OR_DISTANCE = "mil";
const LANGUAGES_WITH_MIL = new Set(["es", "pt"]);
const MIL_AND_CURRENCY = /\d mil (?:€|(?:euros|pesos|reais|dólares|soles|libras)(?!\p{L}))/iu;

/** Allows at most two decimals. The point in "1.250 mila" can be a separator of thousands. */
const DIGITS = "\\d{1,4}(?:[.,]\\d{1,2})?";
/** Abbreviations such as "Tsd." end with a point. */
const POINT = "(?:(?<=tsd|tys|тыс|тис|mio|mrd|mln|mld)\\.)?";
const HALF_AFTER = "(?: (?:y medi[oa]|et demie?|e mezz[oa]|e mei[oa])(?!\\p{L}))";
const IN_WORDS = `(?<![\\p{L}\\d])(?<!\\d[.,:/-])(${HALF_UNIT}|\\p{L}{1,16}|${DIGITS})( and a half)?[ -]?(?:((?<=\\d[ -]?)(?:${THOUSAND}|${THOUSAND_OR_DISTANCE}(?! millones)))|(${BILLION})|(${MILLION})|(?:${DOZEN}))(?![\\p{L}\\p{M}\\p{N}])${POINT}(${HALF_AFTER})?`;
const IN_LETTERS = `(?<![\\p{L}\\d.,])(?:(\\p{Sc} ?)(${DIGITS}) ?([mMbB])n?|(${DIGITS})M)(?![\\p{L}\\d])`;

/** Matches every number that `inMultiples` rewrites. */
export const MULTIPLE = `${IN_WORDS}|${IN_LETTERS}`;
const WORDS = new RegExp(IN_WORDS, "giu");
const LETTERS = new RegExp(IN_LETTERS, "gu");
const MAYBE = new RegExp(
  `\\d[ -]?(?:${THOUSAND}|${THOUSAND_OR_DISTANCE}|[mb])|${MILLION}|${BILLION}|${DOZEN}`,
  "iu",
);
const AFTER_DIGITS = new RegExp(`^(?:\\d+(?:[.,]\\d+)*)?(?:${THOUSAND}|${THOUSAND_OR_DISTANCE})$`);
const ANYWHERE = new RegExp(`^\\d*(?:${MILLION}|${BILLION}|${DOZEN})$`);

/** Whether the word means thousand after digits. */
export function isThousandWord(word: string): boolean {
  return AFTER_DIGITS.test(word);
}

/** Whether the word means million, billion or dozen after a number, in digits or words. */
export function isMillionWord(word: string): boolean {
  return ANYWHERE.test(word);
}

export function inMultiples(text: string): string {
  if (!MAYBE.test(text)) return text;
  const hasMil = MIL_AND_CURRENCY.test(text) || LANGUAGES_WITH_MIL.has(languageOf(text) ?? "");
  return text
    .replace(WORDS, (all, number: string, half, thousand, billion, million, after) => {
      const value = halfNumber(number) ?? amountOf(number);
      if (value === undefined) return all;
      if (thousand?.toLowerCase() === THOUSAND_OR_DISTANCE && !hasMil) return all;
      const size = thousand ? 1e3 : million ? 1e6 : billion ? 1e9 : 12;
      return `${Math.round((value + (half || after ? 0.5 : 0)) * size)}`;
    })
    .replace(LETTERS, (_, sign = "", signed, letter, bare) => {
      const size = /b/i.test(letter) ? 1e9 : 1e6;
      return `${sign}${Math.round((amountOf(signed ?? bare) ?? 0) * size)}`;
    });
}

function amountOf(number: string): number | undefined {
  return /^\d/.test(number) ? Number(number.replace(",", ".")) : numberOf(number.toLowerCase());
}
