/**
 * Reads numbers from 100 upwards in words: "dreihundertfünfzig", "duecentocinquanta", "mil
 * doscientos". Also reads numbers with an East Asian unit, such as "18.6万" and "삼백오십만".
 */

import { cardinalsOf } from "../languages/cardinals.ts";
import { longestFirst } from "./longest-first.ts";
import { withoutAccents } from "./without-accents.ts";

interface Compounds {
  readonly values: ReadonlyMap<string, number>;
  /** Words for 100 and 1,000, which multiply the number before them. */
  readonly hundred: readonly string[];
  readonly thousand: readonly string[];
}

const GERMAN_UNITS = "- ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf".split(" ");
const GERMAN_TEENS = "drei vier funf sech sieb acht neun".split(" ");
const GERMAN_TENS = "- - zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig".split(
  " ",
);

/** The words have no accents, and "ss" for "ß", because texts are compared in this form. */
const GERMAN: Compounds = {
  values: germanBelowHundred(),
  ...{ hundred: ["hundert"], thousand: ["tausend"] },
};
const ITALIAN: Compounds = {
  values: belowHundred("it", ["uno", "un"]),
  ...{ hundred: ["cento", "cent"], thousand: ["mila", "mille"] },
};
const DUTCH: Compounds = {
  values: belowHundred("nl", ["een"]),
  ...{ hundred: ["honderd"], thousand: ["duizend"] },
};
const JOINED: readonly Compounds[] = [GERMAN, ITALIAN, DUTCH];
/** Fast test: if a word does not match, `joinedNumber` cannot read it as a number. */
const MAYBE_JOINED = /hundert|tausend|cent|mila|mille|honderd|duizend/;

function plain(word: string): string {
  return withoutAccents(word).replace(/ß/g, "ss");
}

function germanBelowHundred(): Map<string, number> {
  const made = new Map<string, number>([["sechzehn", 16]]);
  for (const [value, word] of GERMAN_UNITS.entries()) if (value > 0) made.set(word, value);
  for (const [index, word] of GERMAN_TEENS.entries()) made.set(`${word}zehn`, 13 + index);
  for (const [tens, word] of GERMAN_TENS.entries()) {
    if (tens < 2) continue;
    made.set(word, tens * 10);
    for (const [unit, before] of GERMAN_UNITS.entries())
      if (unit > 0 && unit < 10) made.set(`${before}und${word}`, tens * 10 + unit);
  }
  return made;
}

function belowHundred(language: string, ones: readonly string[]): Map<string, number> {
  const made = new Map<string, number>(ones.map((word) => [word, 1]));
  for (const [word, value] of cardinalsOf(language))
    if (value > 0 && value < 100) made.set(plain(word), value);
  return made;
}

/**
 * Reads a number that is written as one word: "zweitausend" gives "2000". Returns undefined for
 * other words, and for numbers below 101.
 * @param word in lower case, without accents
 */
export function joinedNumber(word: string): string | undefined {
  if (!MAYBE_JOINED.test(word)) return undefined;
  const written = plain(word);
  for (const compounds of JOINED) {
    const value = numberIn(written, compounds);
    if (value !== undefined && value > 100) return `${value}`;
  }
  return undefined;
}

function numberIn(word: string, compounds: Compounds): number | undefined {
  return multiplied(word, compounds, "thousand", 1000) ?? belowThousand(word, compounds);
}

function belowThousand(word: string, compounds: Compounds): number | undefined {
  return multiplied(word, compounds, "hundred", 100) ?? compounds.values.get(word);
}

function multiplied(
  word: string,
  compounds: Compounds,
  unit: "hundred" | "thousand",
  size: number,
): number | undefined {
  for (const name of compounds[unit]) {
    const at = word.indexOf(name);
    if (at < 0) continue;
    const read = unit === "thousand" ? belowThousand : smaller;
    const before = at === 0 ? 1 : read(word.slice(0, at), compounds);
    const rest = word.slice(at + name.length).replace(/^(?:und|en(?=\p{L}{3}))/u, "");
    const after =
      rest === "" ? 0 : (unit === "thousand" ? belowThousand : smaller)(rest, compounds);
    if (before !== undefined && after !== undefined) return before * size + after;
  }
  return undefined;
}

function smaller(word: string, { values }: Compounds): number | undefined {
  return values.get(word);
}

const SPACED: Readonly<Record<string, string>> = {
  es: "cien=100 ciento=100 doscientos=200 trescientos=300 cuatrocientos=400 quinientos=500 seiscientos=600 setecientos=700 ochocientos=800 novecientos=900 mil=1000 un=1",
  fr: "cent=100 cents=100 mille=1000 un=1",
  pt: "cem=100 cento=100 duzentos=200 trezentos=300 quatrocentos=400 quinhentos=500 seiscentos=600 setecentos=700 oitocentos=800 novecentos=900 mil=1000 um=1",
};
const LARGE = Object.entries(SPACED).map(([language, listed]) => {
  const values = new Map<string, number>(cardinalsOf(language));
  for (const pair of listed.split(" ")) {
    const [word = "", value] = pair.split("=");
    values.set(word, Number(value));
    if (/[cz]entos$|cientos$|quinientos$|quinhentos$|duzentos$/.test(word))
      values.set(word.replace(/os$/, "as"), Number(value));
  }
  const words = longestFirst(values.keys());
  const large =
    "mil|mille|cents?|ciento|cien|cento|cem|\\p{L}+cient[oa]s|\\p{L}+[cz]ent[oa]s|quinient[oa]s|quinhent[oa]s";
  const either = `(?:${words})`;
  const join = "(?: et | y | e |-et-|-| )";
  const pattern = `(?<![\\p{L}\\p{N}-])(?=${either}[ -])(?=(?:\\p{L}+[ -]){0,4}(?:${large})(?![\\p{L}]))${either}(?:${join}${either})+(?![\\p{L}\\p{N}-])`;
  return { values, pattern, split: new RegExp(either, "giu") };
});

/** Matches a number of several words, if one of them is a word for 100 or 1,000. */
export const LARGE_NUMBER = LARGE.map(({ pattern }) => pattern).join("|");
/**
 * Fast test: every match of `LARGE_NUMBER` in ASCII characters has a word that matches this
 * pattern.
 */
export const MAYBE_LARGE = "mil |mille |[ckz]ent|cien|cem |quin[ih]";

export function largeValue(written: string): string {
  for (const { values, pattern, split } of LARGE) {
    if (!new RegExp(`^(?:${pattern})$`, "iu").test(written)) continue;
    let [total, part] = [0, 0];
    for (const [word] of written.matchAll(split)) {
      const value = values.get(word.toLowerCase()) ?? 0;
      if (value === 1000) [total, part] = [total + (part || 1) * 1000, 0];
      else if (value === 100 && part > 1 && part < 10) part *= 100;
      else part += value;
    }
    return `${total + part}`;
  }
  return written;
}

const UNITS: Readonly<Record<string, number>> = {
  ...{ 十: 10, 百: 100, 千: 1000, 십: 10, 백: 100, 천: 1000 },
  ...{ 万: 1e4, 萬: 1e4, 만: 1e4, 億: 1e8, 亿: 1e8, 억: 1e8 },
};
const SINO_DIGITS = " 일이삼사오육칠팔구";
/** Korean nouns that follow a number of Chinese origin. */
const SINO_COUNTED =
  "원|명|년|킬로|미터|그램|퍼센트|도|번|층|호|쪽|권|대|평|리터|달러|유로|분|개월";
/** Matches digits with a unit, such as "3만 5천", and Korean numbers of Chinese origin. */
export const EAST_ASIAN_NUMBER = `(?<![\\d.,])\\d+(?:[.,]\\d+)*\\s?[万萬만億亿억](?:\\s?\\d+(?:[千천]|(?=\\s?[元円원块])))*|(?<![\\d.,])\\d+[千천](?=\\s?[元円원])|(?<!\\p{L})[일이삼사오육칠팔구]?[십백천만][일이삼사오육칠팔구십백천만]*(?: [일이삼사오육칠팔구]?[십백천][일이삼사오육칠팔구십백천]*)?(?=\\s?(?:${SINO_COUNTED}))`;

export function eastAsianValue(written: string): string {
  let [total, part, digit] = [0, 0, Number.NaN];
  for (const [token] of written.matchAll(/\d+(?:[.,]\d+)*|[^\d\s]/gu)) {
    const unit = UNITS[token];
    if (unit === undefined) {
      digit = /^\d/.test(token) ? numeric(token) : SINO_DIGITS.indexOf(token);
    } else if (unit >= 1e4) {
      const before = part + (Number.isNaN(digit) ? 0 : digit);
      [total, part, digit] = [total + (before || 1) * unit, 0, Number.NaN];
    } else [part, digit] = [part + (Number.isNaN(digit) ? 1 : digit) * unit, Number.NaN];
  }
  return `${Math.round(total + part + (Number.isNaN(digit) ? 0 : digit))}`;
}

function numeric(figure: string): number {
  return Number(figure.replace(/,(?=\d{3})/g, "").replace(",", "."));
}
