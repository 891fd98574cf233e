/**
 * Multiplies digits by the word for thousand after them: "38 mila" gives "38000". Words for million
 * are not replaced. They stay in number words too: "two million" becomes "2 million".
 */
import { languageOf } from "../languages/language-of.ts";

/** Patterns of the words. Words with another frequent meaning are left out. */
const WORDS =
  "thousand|tausend|tsd|mille(?!-)|mila|duizend|tusen|tusinde?|ezer|tuhatta|tys|tysi[ąa]ce|tysi[ęe]cy|tis[íi]ce?|тыс|тысяч[аи]?|тис|тисяч[аі]?|χιλιάδες|ngh[ìi]n|ngàn|ribu|ألف|آلاف|אלף|हज़ार|हजार";
/**
 * In Spanish and Portuguese, "mil" means thousand. In Swedish, "5 mil" are 50 kilometres. A short
 * text may not show its language, but a currency in the plural does.
 */
const THOUSAND_OR_DISTANCE = "mil";
const LANGUAGES_WITH_MIL = new Set(["es", "pt"]);
const MIL_AND_CURRENCY = /\d mil (?:€|(?:euros|pesos|reais|dólares|soles|libras)(?!\p{L}))/iu;

/** Allows at most two decimals. The point in "1.250 mila" can be a separator of thousands. */
const AMOUNT = "(?<![\\p{L}\\d])(?<!\\d[.,:/-])(\\d{1,4}(?:[.,]\\d{1,2})?)";
const EITHER = `${WORDS}|${THOUSAND_OR_DISTANCE}`;
/** Abbreviations such as "Tsd." end with a point. */
const POINT = "(?:(?<=tsd|tys|тыс|тис)\\.)?";

/** Matches digits with a word for thousand after them. */
export const COUNTED_THOUSANDS = `${AMOUNT}[ -]?(${EITHER})(?![\\p{L}\\p{M}\\p{N}])${POINT}`;
const COUNTED = new RegExp(COUNTED_THOUSANDS, "giu");
const MAYBE_COUNTED = new RegExp(`\\d[ -]?(?:${EITHER})`, "iu");
const ASCII_WORD = new RegExp(`^(?:\\d+(?:[.,]\\d+)*)?(?:${EITHER})$`);

/** Whether the word means thousand after digits. */
export function isThousandWord(word: string): boolean {
  return ASCII_WORD.test(word);
}

export function inCountedThousands(text: string): string {
  if (!MAYBE_COUNTED.test(text)) return text;
  const hasMil = MIL_AND_CURRENCY.test(text) || LANGUAGES_WITH_MIL.has(languageOf(text) ?? "");
  const write = (all: string, amount: string, word: string) =>
    word.toLowerCase() === THOUSAND_OR_DISTANCE && !hasMil
      ? all
      : `${Math.round(Number(amount.replace(",", ".")) * 1_000)}`;
  return text.replace(COUNTED, write);
}
