import { PLAIN_CARDINALS } from "./languages/cardinals.ts";
import { withoutAccents } from "./spelling/without-accents.ts";

export const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
export const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** Ordinal numbers up to 20. The first item is no word, so that the index is the number. */
export const ORDINALS =
  "- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
export const GERMAN_SMALL =
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
export const GERMAN_TENS =
  "- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");

/**
 * Maps each number word to its digits. The words have no accents, because texts are compared
 * without accents.
 */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ...PLAIN_CARDINALS,
  ...SMALL.map((word, value): [string, string] => [word, `${value}`]),
  ...TENS.slice(2).map((word, index): [string, string] => [word, `${(index + 2) * 10}`]),
  ...ORDINALS.slice(1).map((word, index): [string, string] => [word, `${index + 1}th`]),
  ...[...GERMAN_SMALL.entries()].map(([value, word]): [string, string] => [
    withoutAccents(word),
    `${value}`,
  ]),
  ...[...GERMAN_TENS.entries()]
    .slice(2)
    .map(([tens, word]): [string, string] => [withoutAccents(word), `${tens * 10}`]),
  ...["hundert", "einhundert"].map((word): [string, string] => [word, "100"]),
  ...Object.entries({ once: "1", twice: "2", thrice: "3", couple: "2", dozen: "12" }),
]);

const HAN_DIGITS = "零一二三四五六七八九";
const HAN_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** Matches a colloquial number such as "十八万三" (183,000), which omits its last unit. */
const WITHOUT_UNIT = /([千万萬])([一二三四五六七八九])$/;
const UNIT_BELOW: Readonly<Record<string, string>> = { 千: "百", 万: "千", 萬: "千" };

export function inChinese(given: string): string {
  const written = given.replace(
    WITHOUT_UNIT,
    (_, unit: string, digit: string) => `${unit}${digit}${UNIT_BELOW[unit] ?? ""}`,
  );
  let [total, part, digit] = [0, 0, 0];
  for (const sign of written.replace(/[两兩]/g, "二")) {
    const unit = HAN_UNITS[sign];
    if (sign === "万" || sign === "萬")
      [total, part, digit] = [(total + part + digit) * 10_000, 0, 0];
    else if (unit !== undefined) [part, digit] = [part + (digit || 1) * unit, 0];
    else digit = HAN_DIGITS.indexOf(sign);
  }
  return `${total + part + digit}`;
}
