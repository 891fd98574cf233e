/**
 * Converts numbers to one spelling: ASCII digits, no separators between thousands, a point before
 * the decimals, and no zeros at the end of the decimals.
 */

/** Code points of the digit zero in scripts with their own digits. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0],
  ...[0xf20, 0x1040, 0x17e0, 0x1810, 0xff10],
];
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const ARABIC_SEPARATOR = /(?<=\p{Nd})[\u066b\u066c](?=\p{Nd})/gu;

/**
 * Matches a number with an apostrophe, or with a narrow or non-breaking space, between its
 * thousands. A plain space does not match, because it can also be between two separate numbers.
 */
const MARKED = "(?<![\\d.,:])\\d{1,3}(?:[\\u00a0\\u2009\\u202f'’]\\d{3})+(?!\\d)";
const CURRENCY =
  "(?:[€$£¥₹₽₴₺₩₫฿]|eur|euros?|usd|dollars?|chf|francs?|franken|fr|kr|kronor|kroner|zł|pln|złotych|kč|korun|ft|forint|руб|рублей|рубля|гривень|грн|lei|lv|₸|rupees|yens?|jpy|円|元|块|원|won|yuan|pesos|reais)(?!\\p{L})";
/**
 * Stands after a number in a pattern. The pattern then matches only a number without a currency and
 * without a measure such as "kg". The English verb "won" and the Italian "lei" (she) are currencies
 * only if no word follows.
 */
export const NO_AMOUNT = `(?!\\p{Script=Latin}|\\d|[ \\u00a0]?(?:(?!(?:won|lei)\\s+\\p{L})${CURRENCY}|(?:k[gm]|[cm]m|[mk]?l(?!['’])|[kmgt]b|k?wh?|kcal|kalorien|calories?|calorías|calorie|meters?|met(?:er|res?|ros?|ri)|mètres?|kilomet(?:er|res?)|kilomètres?|kilómetros|chilometri|quilômetros|quilómetros|gramm(?:es|i)?|gramos|gramas|kilos?|quilos?|chili|lit(?:er|res?|ros|ri)|watt)(?!\\p{L})|[公米升克]|千克|미터|그램|킬로))`;
/**
 * Stands before a number in a pattern. The pattern then matches only a number without a currency
 * sign before it.
 */
export const NO_SIGN = "(?<![€$£¥₩] ?)";
/**
 * Matches a number with a plain space between its thousands. If the number has only one such space,
 * a currency must follow. Without it, the space may be between two numbers.
 */
const SPACED = `(?<![\\d.,:])(?<!\\d[ ])\\d{1,3}(?:(?: \\d{3})+(?=(?:[.,]\\d{1,2})?[ \\u00a0\\u202f]?${CURRENCY})|(?: \\d{3}){2,})(?!\\d)`;
/** Like `MARKED` or `SPACED`, but includes the decimals and the currency. */
export const SPACED_THOUSANDS = `(?:${MARKED}|${SPACED})(?:[.,]\\d+)?(?: ?${CURRENCY})?`;
const THOUSANDS = new RegExp(`${MARKED}|${SPACED}`, "giu");
const MAYBE_SPACED = /\d[ \u00a0\u2009\u202f'’]\d{3}(?!\d)/u;
const HARD_SPACE = /[\u00a0\u2009\u202f]/gu;

/** Converts digits of other scripts to ASCII, and removes spaces and marks between thousands. */
export function inPlainDigits(text: string): string {
  const digits = text
    .replace(ARABIC_SEPARATOR, (sign) => (sign === "\u066b" ? "." : ","))
    .replace(OTHER_DIGIT, asciiDigit);
  if (!MAYBE_SPACED.test(digits)) return digits.replace(HARD_SPACE, " ");
  const joined = (number: string) => number.replace(/\D/gu, "");
  return digits.replace(THOUSANDS, joined).replace(HARD_SPACE, " ");
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((each) => code >= each && code < each + 10);
  return zero === undefined ? digit : `${code - zero}`;
}

const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

/**
 * Removes the separators between the thousands of a number, writes a point before its decimals, and
 * removes zeros at their end. Returns other words unchanged.
 */
export function plainNumber(word: string): string {
  const number = GROUPED.test(word)
    ? word.replace(/,/g, "")
    : GROUPED_BY_POINTS.test(word)
      ? word.replace(/\./g, "").replace(",", ".")
      : DECIMAL_COMMA.test(word)
        ? word.replace(",", ".")
        : word;
  return /^\d+\.\d+$/.test(number) ? number.replace(/\.?0+$/, "") : number;
}

/** Matches the letter between the day and the clock time in "2026-03-04T09:30". */
const ISO_TIME = /(?<=\d-\d\d)T(?=\d\d:)/g;

/** Separates the day and the clock time of ISO times by a space. */
export function withSplitTimes(text: string): string {
  return text.replace(ISO_TIME, " ");
}
