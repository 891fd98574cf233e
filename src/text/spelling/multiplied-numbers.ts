/**
 * Multiplies a number by the word after it: "38 mila" gives "38000", "4.95 million" gives
 * "4950000", "$4.95m" gives "$4950000", and "two dozen" gives "24".
 */
import { languageOf } from "../languages/language-of.ts";
import { HALF_UNIT, halfNumber, numberOf } from "./halves.ts";
import { joinedNumber } from "./large-numbers.ts";
import { plainNumber } from "./written-numbers.ts";

/** Patterns of the words. Words with another frequent meaning are left out. */
const THOUSAND =
  "thousand|tausend|tsd|mille(?!-)|mila|duizend|tusen|tusinde?|ezer|tuhatta|tys|tysi[ąa]ce|tysi[ęe]cy|tis[íi]ce?|тыс|тысяч[аи]?|тис|тисяч[аі]?|χιλιάδες|ngh[ìi]n|ngàn|ribu|ألف|آلاف|אלף|हज़ार|हजार";
const MILLION =
  "mil(?:lion(?:e[ns]?|s(?! of)|i)?|lones|l[óo]n|h(?:ão|ões)|ion[ei]|joen)|(?<=\\d ?)(?:mio|mln)|млн|миллион(?:а|ов)?";
const BILLION =
  "billions?(?! of)|(?<=\\d ?)(?:bn|mrd|mld)|mil(?:liarden?|liards?|iard[io]|jard| millones)|млрд|миллиард(?:а|ов)?";
const DOZEN = "dozen|dutzend|douzaines?|docenas?|dozzin[ae]|d[uú]zias?|dozijn";
/**
 * In Spanish and Portuguese, "mil" means thousand. In Swedish, "5 mil" are 50 kilometres. A short
 * text may not show its language, but a currency in the plural does.
 */
const THOUSAND_OR_DISTANCE = "mil";
const LANGUAGES_WITH_MIL = new Set(["es", "pt"]);
const MIL_AND_CURRENCY = /\d mil (?:€|(?:euros|pesos|reais|dólares|soles|libras)(?!\p{L}))/iu;

/** Allows at most two decimals. The point in "1.250 mila" can be a separator of thousands. */
const DIGITS = "(?:\\d{1,3}(?:,\\d{3})+|\\d{1,4}(?:[.,]\\d{1,2})?)";
/** Abbreviations such as "Tsd." end with a point. */
const POINT = "(?:(?<=tsd|tys|тыс|тис|mio|mrd|mln|mld)\\.)?";
const HALF_AFTER = "(?: (?:and a half|y medi[oa]|et demie?|e mezz[oa]|e mei[oa])(?!\\p{L}))";
const WORD = `(?:((?<=\\d[ -]?)(?:${THOUSAND}|${THOUSAND_OR_DISTANCE}(?! millones)))|(${BILLION})|(${MILLION})|(?:${DOZEN}))(?![\\p{L}\\p{M}\\p{N}])${POINT}(${HALF_AFTER})?`;
const IN_WORDS = `(?<![\\p{L}\\d])(?<!\\d[.,:/ -])(${HALF_UNIT}|\\p{L}{1,24}|${DIGITS})[ -]{0,3}${WORD}`;
const IN_LETTERS = `(?<![\\d.,])(\\p{Sc} ?)(${DIGITS})([mMbB]| ?[mb]n| m)(?![\\p{L}\\d&])`;
/** Matches a range such as "2 to 3 million" or "between $2 and $3 million". */
const IN_RANGE = `((?:between|zwischen|entre|tra|fra|tussen) \\p{Sc}?)?(?<![\\p{L}\\d.,:/-])(\\d{1,3}(?:[.,]\\d{1,2})?|\\p{L}{3,9})((?: ?[-–—] ?| (?:to|or|bis|oder|à|ou|a|o|tot|of|and|und|et|y|e|en) )\\p{Sc}? ?)(${DIGITS}|\\p{L}{3,9}) ?${WORD}`;

/** Matches every number that this file rewrites, except before `AFTER_COMPOUND`. */
export const MULTIPLE = `(?:\\p{Sc} ?)?(?:${IN_RANGE}|${IN_WORDS})|${IN_LETTERS}`;
/** Matches the word after a number of several words, such as "million" in "twenty-five million". */
export const AFTER_COMPOUND = `[ -]${WORD}`;
const WORDS = new RegExp(IN_WORDS, "giu");
const RANGES = new RegExp(IN_RANGE, "giu");
const LETTERS = new RegExp(IN_LETTERS, "gu");
const MAYBE = new RegExp(
  `\\d[ -]{0,3}(?:${THOUSAND}|${THOUSAND_OR_DISTANCE})|${MILLION}|${BILLION}|${DOZEN}`,
  "iu",
);
const AFTER_DIGITS = new RegExp(`^(?:\\d+(?:[.,]\\d+)*)?(?:${THOUSAND}|${THOUSAND_OR_DISTANCE})$`);
const ANYWHERE = new RegExp(`^(?:${MILLION}|${BILLION}|${DOZEN}|\\d*(?:bn|mio|mrd|mln|mld))$`);

/** Whether the word means thousand after digits. */
export function isThousandWord(word: string): boolean {
  return AFTER_DIGITS.test(word);
}

/** Whether the word means million, billion or dozen after a number, in digits or words. */
export function isMillionWord(word: string): boolean {
  return ANYWHERE.test(word);
}

/**
 * Multiplies numbers in digits, and amounts such as "$4.95m". Call this before currencies are
 * replaced, because they follow: "4.95 million yen".
 */
export function multiplyDigits(text: string): string {
  return multiply(text, true).replace(LETTERS, (_, sign: string, amount: string, letter) => {
    const size = /b/i.test(letter) ? 1e9 : 1e6;
    return `${sign}${Math.round((amountOf(amount) ?? 0) * size)}`;
  });
}

/** Also multiplies numbers in words. Call this after numbers of several words are in digits. */
export function multiplyWords(text: string): string {
  return multiply(text, false);
}

function multiply(text: string, isOnlyDigits: boolean): string {
  if (!MAYBE.test(text)) return text;
  const hasMil = MIL_AND_CURRENCY.test(text) || LANGUAGES_WITH_MIL.has(languageOf(text) ?? "");
  return text
    .replace(RANGES, multiplyRange)
    .replace(WORDS, (all, number: string, thousand, billion, million, after) => {
      const value = halfNumber(number) ?? amountOf(number);
      if (value === undefined || (isOnlyDigits && !/^\d/.test(number))) return all;
      if (thousand?.toLowerCase() === THOUSAND_OR_DISTANCE && !hasMil) return all;
      return `${Math.round((value + (after ? 0.5 : 0)) * sizeOf(thousand, billion, million))}`;
    });
}

/** Two numbers with "and" are a range only after "between". */
const AND = /^ (?:and|und|et|y|e|en) /i;

/** Multiplies both numbers of a match of `RANGES`, or returns the match if it is no range. */
function multiplyRange(...match: (string | undefined)[]): string {
  const [all = "", between, first = "", to = "", last = "", thousand, billion, million, after] =
    match;
  if (after !== undefined || thousand?.toLowerCase() === THOUSAND_OR_DISTANCE) return all;
  if (between === undefined && AND.test(to)) return all;
  // "Twenty-five million" is no range.
  if (!/^\d/.test(first) && !/\p{L}/u.test(to)) return all;
  const [from, end] = [amountOf(first), amountOf(last)];
  if (from === undefined || end === undefined) return all;
  const size = sizeOf(thousand, billion, million);
  return `${between ?? ""}${Math.round(from * size)}${to}${Math.round(end * size)}`;
}

function sizeOf(thousand: unknown, billion: unknown, million: unknown): number {
  return thousand ? 1e3 : million ? 1e6 : billion ? 1e9 : 12;
}

function amountOf(number: string): number | undefined {
  if (/^\d/.test(number)) return Number(plainNumber(number));
  const joined = joinedNumber(number.toLowerCase());
  return joined === undefined ? numberOf(number.toLowerCase()) : Number(joined);
}
