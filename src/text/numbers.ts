/**
 * Converts amounts, measures, clock times and number words to one spelling. So "€340" equals "340
 * euros", "3 pm" equals "15:00", and "forty-two" equals "42".
 */

import { CLOCK, inClockTimes } from "./clock-times.ts";
import {
  compoundValue,
  FOREIGN_COMPOUND,
  inCardinals,
  isAmbiguousCardinal,
  MAYBE_COMPOUND,
} from "./languages/cardinals.ts";
import { inKorean, KOREAN_COUNT } from "./languages/korean-numbers.ts";
import { GERMAN_SMALL, GERMAN_TENS, inChinese, NUMBER_WORDS, SMALL, TENS } from "./number-words.ts";
import { inHalves } from "./spelling/halves.ts";
import {
  EAST_ASIAN_NUMBER,
  eastAsianValue,
  joinedNumber,
  LARGE_NUMBER,
  largeValue,
  MAYBE_LARGE,
} from "./spelling/large-numbers.ts";
import {
  AFTER_COMPOUND,
  isMillionWord,
  isThousandWord,
  MULTIPLE,
  multiplyDigits,
  multiplyWords,
} from "./spelling/multiplied-numbers.ts";
import { inPercent, SHARE } from "./spelling/shares.ts";
import { withoutAccents } from "./spelling/without-accents.ts";
import { inPlainDigits, SPACED_THOUSANDS } from "./spelling/written-numbers.ts";

const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  ...{ "€": "euro", $: "dollar", "£": "pound", "₹": "rupee", "¥": "元" },
};
/** Sign of the Brazilian currency. Without it, "R$" would be read as "R" and a dollar sign. */
const REAL_SIGN = "R$";
const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  ...{ eur: "euro", usd: "dollar", gbp: "pound", prozent: "percent" },
  ...{ yen: "円", yens: "円", jpy: "円", yuan: "元", cny: "元", rmb: "元", won: "원", krw: "원" },
};
const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ ...CURRENCY_SIGNS, ...CURRENCY_WORDS },
  ...{ "％": "percent", "%": "percent", [REAL_SIGN]: "reais" },
};
const MEASURES: Readonly<Record<string, string>> = {
  ...{ km: "kilometer", m: "meter", cm: "centimeter", mm: "millimeter", kg: "kilogram" },
  ...{
    g: "gram",
    mg: "milligram",
    mcg: "microgram",
    ml: "milliliter",
    mb: "megabyte",
    gb: "gigabyte",
    tb: "terabyte",
  },
  ...{ h: "hour", hr: "hour", hrs: "hour", min: "minute", mins: "minute" },
  ...{ kilo: "kilogram", kilos: "kilogram", lb: "pound", lbs: "pound", oz: "ounce", ft: "foot" },
  ...{ ms: "millisecond", kb: "kilobyte", hz: "hertz", kw: "kilowatt", kwh: "kwh", px: "pixel" },
};

/** Stems of the units and currencies that a text often leaves out after a figure. */
export const UNIT_WORDS: readonly string[] = [
  ...Object.values(CURRENCIES),
  ...Object.values(MEASURES),
  ...["degree", "celsius", "piece", "litre", "liter", "mile", "kilo"],
];

const FIGURES = "\\d+(?:[.,]\\d+)*";
/**
 * Matches a number from its first digit only. Without this condition, a search in a very long
 * number would start at each of its digits and take quadratic time.
 */
const WHOLE_FIGURES = `(?<!\\d)(?<!\\d[.,])(${FIGURES})`;
const ENGLISH_NUMBER = `(?:${[...SMALL, ...TENS.slice(2)].join("|")})`;
const TENS_AND_UNIT = `(?:${TENS.slice(2).join("|")})[- ](?:${SMALL.slice(1, 10).join("|")})`;
const BELOW_HUNDRED = `(?:${TENS_AND_UNIT}|${ENGLISH_NUMBER})`;
const COMPOUND = `\\b(?:${BELOW_HUNDRED}(?:[- ](?:hundred|thousand)(?:(?: and)?[- ]${BELOW_HUNDRED})?)+|${TENS_AND_UNIT})\\b`;
const GERMAN_COMPOUND = `(?<!\\p{L})(?:ein|${GERMAN_SMALL.slice(2, 10).join("|")})und(?:${GERMAN_TENS.slice(2).join("|")})`;
/** Matches a number from 21 to 99 in English or German words, such as "twenty-five". */
export const TWO_PART_NUMBER = `(?:${TENS_AND_UNIT}|${GERMAN_COMPOUND})`;
const HAN_NUMBER =
  "(?<![一二两兩三四五六七八九十百千万萬])[一二两兩三四五六七八九十百千万萬]*[十百千万萬][一二两兩三四五六七八九十百千万萬]*";
/** Matches a single Chinese digit before a counted noun, or one that is the whole text. */
const HAN_COUNT =
  "[二两兩三四五六七八九](?=[个個位种種次节節门門名本年天岁歲公里块塊套箱盒瓶份碗组組双雙袋米吨升斤盘盤根排层層户戶对對封首幅架场場趟遍顿支桶串朵头頭桌盏轮輪元圆只隻条條张張件台家间週小分颗棵匹人枚本冊回杯台度日月])|^[一二三四五六七八九]$";
const SIGN = Object.keys(CURRENCY_SIGNS).join("");
/** "k" means thousand. */
const UNIT = [...Object.keys(MEASURES), ...Object.keys(CURRENCY_WORDS), "k"].join("|");
const SIGNED = `((?<!\\p{L})R\\$|[${SIGN}]) ?(${FIGURES})(?: ?k\\b)?`;
const MEASURED = `${WHOLE_FIGURES}[ -]?(${UNIT})\\b`;
const SIGN_AFTER = `${WHOLE_FIGURES} ?([${SIGN}%％])`;

/** Matches every number, amount and clock time that `inFigures` rewrites. */
export const FIGURE = new RegExp(
  [
    SPACED_THOUSANDS,
    `(?:${COMPOUND}|${GERMAN_COMPOUND}|${LARGE_NUMBER}|${FOREIGN_COMPOUND}|\\p{L}{1,9} and a half)${AFTER_COMPOUND}`,
    MULTIPLE,
    CLOCK,
    SHARE,
    SIGNED,
    SIGN_AFTER,
    MEASURED,
    COMPOUND,
    GERMAN_COMPOUND,
    LARGE_NUMBER,
    FOREIGN_COMPOUND,
    EAST_ASIAN_NUMBER,
    HAN_NUMBER,
    HAN_COUNT,
    KOREAN_COUNT,
  ].join("|"),
  "giu",
);

const RULES: readonly [RegExp, (...groups: string[]) => string][] = [
  [
    new RegExp(SIGNED, "gu"),
    (all, sign, number) => ` ${counted(number, all)} ${CURRENCIES[sign]} `,
  ],
  [
    new RegExp(SIGN_AFTER, "gu"),
    (all, number, sign) => ` ${counted(number, all)} ${CURRENCIES[sign]} `,
  ],
  [new RegExp(MEASURED, "giu"), (_, number, unit) => measured(number, unit)],
  [new RegExp(COMPOUND, "giu"), (all) => ` ${inEnglish(all)} `],
  [new RegExp(GERMAN_COMPOUND, "giu"), (all) => ` ${inGerman(all)} `],
  [new RegExp(EAST_ASIAN_NUMBER, "gu"), (all) => ` ${eastAsianValue(all)} `],
  [new RegExp(KOREAN_COUNT, "gu"), (all) => ` ${inKorean(all)} `],
  [new RegExp(HAN_NUMBER, "gu"), (all) => ` ${inChinese(all)} `],
  [new RegExp(HAN_COUNT, "gu"), (all) => ` ${inChinese(all)} `],
];

const LARGE_NUMBERS = new RegExp(LARGE_NUMBER, "giu");
const MAYBE_LARGE_NUMBER = new RegExp(MAYBE_LARGE, "iu");
const FOREIGN_COMPOUNDS = new RegExp(FOREIGN_COMPOUND, "giu");
const MAYBE_FIGURE = new RegExp(
  `\\d[ -]?(?:${UNIT})\\b|[${SIGN}%％]|ty[- ]|hundred|thousand|und(?:zw|dr|vi|fü|se|si|ac|ne)|[二两兩三四五六七八九十百千万萬]|^[一]$|${MAYBE_COMPOUND}|${MAYBE_LARGE}|\\d[만억천]|[십백천만]|[한두세네섯곱덟홉열물흔백]`,
  "iu",
);

/** Matches the count in "oat milk x2". */
const COUNTED = /(?<=(?<!\p{L})\p{Ll}+ )x(\d{1,2})(?![\p{L}\d])/gu;

/** Matches the first length of a size such as "62x118". */
const BY = /(?<![\p{L}\d])(\d{1,4})\s?[x×]\s?(?=\d)/giu;

export function inFigures(text: string): string {
  const plain = inPlainDigits(text).replace(COUNTED, "$1").replace(BY, "$1 x ");
  const clocked = inPercent(inClockTimes(multiplyDigits(plain)));
  if (!MAYBE_FIGURE.test(clocked)) return withCents(multiplyWords(inCardinals(inHalves(clocked))));
  const numbers = RULES.reduce(
    (made, [pattern, write]) => made.replace(pattern, write),
    inCardinals(inHalves(inForeignNumbers(clocked))),
  );
  return withCents(multiplyWords(numbers));
}

const SMALLER_UNITS: readonly (readonly [units: string, digits: number])[] = [
  ["euros?|francs?|dollars?|dólares|dólar|libras?|reais|met(?:er|res?|ros?|ri)|mètres?", 2],
  ["kilos?|quilos?|chil[oi]|kilogram(?:m|mes|os|s)?", 3],
];
const CENTS = SMALLER_UNITS.map(([units, digits]) => ({
  digits,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(\\d{1,9}|\\p{L}{2,24})\\s{1,3}(${units})\\s{1,3}(?:(?:con|et|e|y|und|and|en)\\s{1,3})?(\\d{2,3}|\\p{L}{4,24})(?=\\s{0,3}(?:[.,;:!?)]|$|(?:groß|gross|hoch|lang|breit|tief|schwer|hoog|groot|zwaar)(?!\\p{L})))`,
    "giu",
  ),
}));
const MAYBE_CENTS = new RegExp(
  `(?:${SMALLER_UNITS.map(([units]) => units).join("|")})\\s+[\\p{L}\\d]`,
  "iu",
);

/**
 * Joins an amount and a number of the smaller unit: "38 euros con cincuenta" becomes "38.5 euros",
 * and "cuatro kilos doscientos" becomes "4.2 kilos".
 */
function withCents(text: string): string {
  if (!MAYBE_CENTS.test(text)) return text;
  return CENTS.reduce(
    (made, { pattern, digits }) =>
      made.replace(pattern, (all: string, amount: string, unit: string, smaller: string) => {
        const [whole, part] = [amount, smaller].map(digitsOf);
        const isAmount = /^\d+$/.test(whole ?? "") && /^[1-9]\d+$/.test(part ?? "");
        const isPart = isAmount && part?.length === digits;
        return isPart ? measured(`${Number(`${whole}.${part}`)}`, unit) : all;
      }),
    text,
  );
}

function digitsOf(written: string): string | undefined {
  const plain = withoutAccents(written.toLowerCase());
  if (/^\d/.test(written)) return written;
  return ONE_OF_UNIT.has(plain) ? "1" : (NUMBER_WORDS.get(plain) ?? joinedNumber(plain));
}

const ONE_OF_UNIT = new Set("ein einen one un um een".split(" "));

/**
 * Replaces numbers that consist of several words. Call this before `inCardinals`. Otherwise,
 * `inCardinals` replaces single words such as "dos" in "cincuenta y dos".
 */
function inForeignNumbers(text: string): string {
  const large = MAYBE_LARGE_NUMBER.test(text)
    ? text.replace(LARGE_NUMBERS, (all) => ` ${largeValue(all)} `)
    : text;
  return large.replace(FOREIGN_COMPOUNDS, (all) => ` ${compoundValue(all)} `);
}

const NO_FIGURE = 0;
/** `figureIn` returns this for a word that can belong to a figure. */
export const ANY_FIGURE = 1;
/**
 * `figureIn` returns this for a unit such as "km". A unit belongs to a figure only if it is
 * directly after a number, as in "5 km".
 */
export const UNIT_OF_FIGURE = 2;

/**
 * A figure is a number, amount or clock time that `inFigures` rewrites. Each figure in ASCII
 * characters contains one of:
 * - a word that matches `FIGURE_PART` or `FOREIGN_PART`, or is an ambiguous number word
 * - a word that matches `UNIT_PART` or is a word for thousand, after a number
 * - a sign of `FIGURE_SIGN`
 *
 * If you add a rule to `RULES`, add its words here. Otherwise, `words.ts` never applies the new
 * rule to ASCII texts.
 */
const FIGURE_PART =
  /\d[kmghceuapblof]|^(?:third|fifth|sixth|eighth|tenth)s?$|^past$|^minutes$|quarter|half|clock|noon|midday|night|morning|evening|viertel|halb|uhr|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hund(?:red|ert)|honderd|thousand|und(?:zw|dr|vi|se|si|ac|ne)|vingt|dix|(?:inte|enta|inta|anta|trente|ante|zig)$/;
/** Matches further words that can belong to a figure. Most are not English or German. */
const FOREIGN_PART =
  /(?:^|')(?:alle|uur|mille|cents?|cento|[a-z]+cient[oa]s|[a-z]+[cz]ent[oa]s|quinient[oa]s|quinhent[oa]s|cem|cien|heures?|horas?|medi[oa]|demie?|cuarto|mezz[ao]|quarto|mei[oa]|kwart|tarde|noche|noite|soir|matin|mattin[ao]|pomeriggio|sera|stasera|notte|madrugada|abend|vanavond|morgenavond|middags|avonds|morgens|ochtends|nachts|cinco|diez|cinque|dieci|venti|venticinque|cinq|dez|vijf|tien|twintig|zehn|zwanzig|past|five|ten|anderthalb|anderhal(?:f|ve)|[a-z]+einhalb|[a-z]+enhal(?:f|ve))$/;
const UNIT_PART = new RegExp(`^(?:\\d{3}|${UNIT}|[ap]m?)(?![a-z0-9])`);
const FIGURE_SIGN = /[$%]|(?<=[\p{L})] )x\d|\dx\d/iu;

/**
 * Returns `ANY_FIGURE`, `UNIT_OF_FIGURE`, or 0 if the word cannot belong to a figure.
 * @param word ASCII letters and digits, in lower case
 */
export function figureIn(word: string): number {
  if (FIGURE_PART.test(word) || FOREIGN_PART.test(word) || isAmbiguousCardinal(word)) {
    return ANY_FIGURE;
  }
  if (isMillionWord(word)) return ANY_FIGURE;
  if (isThousandWord(word)) return /^\d/.test(word) ? ANY_FIGURE : UNIT_OF_FIGURE;
  return UNIT_PART.test(word) ? UNIT_OF_FIGURE : NO_FIGURE;
}

/**
 * Whether the stem is a large or exact number, such as 350 or 4.5. Two texts seldom have the same
 * large or exact number by chance.
 */
export function isExactFigure(stem: string): boolean {
  return /^(?:\d{3,}|\d+[.:]\d+)$/.test(stem);
}

const NEGATIVE = /(?<![\p{L}\p{N}])[-−–](\p{N}[\p{N}.,]*)|(?<!\p{L})minus (\p{N}[\p{N}.,]*)/giu;

/** Returns the negative numbers in the text, without their minus signs. */
export function signedNumbers(text: string): string[] {
  return [...text.matchAll(NEGATIVE)].map(([, signed, said]) => signed ?? said ?? "");
}

/** Whether the text has a "$" or "%", a count such as "x2", or a size such as "2x3". */
export function hasFigureSign(text: string): boolean {
  return FIGURE_SIGN.test(text);
}

/** Returns the number. If `written` ends with "k", as "$12.5k" does, multiplies it by 1,000. */
function counted(number: string, written: string): string {
  return /k$/i.test(written) ? `${Number(number.replace(",", ".")) * 1000}` : number;
}

function measured(number: string, unit: string): string {
  const known = unit.toLowerCase();
  if (known === "k") return ` ${counted(number, "k")} `;
  return ` ${number} ${MEASURES[known] ?? CURRENCIES[known] ?? known} `;
}

function inEnglish(words: string): string {
  let [total, part] = [0, 0];
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    if (word === "and") continue;
    if (word === "hundred") part *= 100;
    else if (word === "thousand") [total, part] = [total + part * 1000, 0];
    else part += Number(NUMBER_WORDS.get(word) ?? 0);
  }
  return `${total + part}`;
}

function inGerman(word: string): string {
  const [unit = "", tens = ""] = word.toLowerCase().split("und");
  return `${GERMAN_TENS.indexOf(tens) * 10 + (unit === "ein" ? 1 : GERMAN_SMALL.indexOf(unit))}`;
}
