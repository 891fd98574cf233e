/**
 * One spelling for amounts, measures, clock times and number words, so that "€340" equals "340
 * euros", "3 pm" equals "15:00", and "forty-two" equals "42".
 */

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS = "- first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const GERMAN_SMALL =
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
const GERMAN_TENS = "- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(
  " ",
);

/** Number words by their figures; without accents, as words are compared. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ...SMALL.map((word, value): [string, string] => [word, `${value}`]),
  ...TENS.slice(2).map((word, index): [string, string] => [word, `${(index + 2) * 10}`]),
  ...ORDINALS.slice(1).map((word, index): [string, string] => [word, `${index + 1}th`]),
  ...[...GERMAN_SMALL.entries()].map(([value, word]): [string, string] => [
    plain(word),
    `${value}`,
  ]),
  ...[...GERMAN_TENS.entries()]
    .slice(2)
    .map(([tens, word]): [string, string] => [plain(word), `${tens * 10}`]),
  ...Object.entries({ once: "1", twice: "2", couple: "2", dozen: "12" }),
]);

function plain(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "");
}

const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ "€": "euro", eur: "euro", $: "dollar", usd: "dollar", "£": "pound", gbp: "pound" },
  ...{ "¥": "元", "％": "percent", "%": "percent", prozent: "percent" },
};
const MEASURES: Readonly<Record<string, string>> = {
  ...{ km: "kilometer", m: "meter", cm: "centimeter", mm: "millimeter", kg: "kilogram" },
  ...{ g: "gram", h: "hour", hrs: "hour", min: "minute", mins: "minute" },
};

const FIGURES = "\\d+(?:[.,]\\d+)*";
/** Not again from each digit of a figure: a long one would cost the square of its length. */
const WHOLE_FIGURES = `(?<!\\d)(?<!\\d[.,])(${FIGURES})`;
const ENGLISH_NUMBER = `(?:${[...SMALL, ...TENS.slice(2)].join("|")})`;
const TENS_AND_UNIT = `(?:${TENS.slice(2).join("|")})[- ](?:${SMALL.slice(1, 10).join("|")})`;
const BELOW_HUNDRED = `(?:${TENS_AND_UNIT}|${ENGLISH_NUMBER})`;
const COMPOUND = `\\b(?:${BELOW_HUNDRED}(?:[- ](?:hundred|thousand)(?:(?: and)?[- ]${BELOW_HUNDRED})?)+|${TENS_AND_UNIT})\\b`;
const GERMAN_COMPOUND = `(?:ein|${GERMAN_SMALL.slice(2, 10).join("|")})und(?:${GERMAN_TENS.slice(2).join("|")})`;
const HAN_NUMBER =
  "(?<![一二两兩三四五六七八九十百千万萬])[一二两兩三四五六七八九十百千万萬]*[十百千万萬][一二两兩三四五六七八九十百千万萬]*";
const CLOCK_12 = "\\b(\\d{1,2})(?:[:.](\\d\\d))? ?([ap])\\.?m\\b";
const CLOCK_UHR = "(?<!:)\\b(\\d{1,2})(?:[:.](\\d\\d))? Uhr(?: (\\d\\d)\\b(?!:))?";
const CLOCK_SAID = `\\b(quarter|half) (past|to) (${ENGLISH_NUMBER}|\\d{1,2})\\b`;
const SIGNED = `([€$£¥]) ?(${FIGURES})(?: ?k\\b)?`;
const MEASURED = `${WHOLE_FIGURES}[ -]?(km|kg|cm|mm|m|g|h|hrs|mins?|k|eur|usd|gbp|prozent)\\b`;
const SIGN_AFTER = `${WHOLE_FIGURES} ?([€$£¥%％])`;

/** Patterns that `inFigures` rewrites. */
export const FIGURE = new RegExp(
  [
    CLOCK_12,
    CLOCK_UHR,
    CLOCK_SAID,
    SIGNED,
    SIGN_AFTER,
    MEASURED,
    COMPOUND,
    GERMAN_COMPOUND,
    HAN_NUMBER,
  ].join("|"),
  "giu",
);

const RULES: readonly [RegExp, (...groups: string[]) => string][] = [
  [new RegExp(CLOCK_12, "giu"), (_, hour, minute, half) => clock(hour, minute, half)],
  [
    new RegExp(CLOCK_UHR, "giu"),
    (_, hour, minute, after) => clock(hour, minute ?? after, undefined),
  ],
  [new RegExp(CLOCK_SAID, "giu"), (_, part, side, hour) => saidClock(part, side, hour)],
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
  [new RegExp(HAN_NUMBER, "gu"), (all) => ` ${inChinese(all)} `],
];

const MAYBE_FIGURE =
  /\d[ -]?(?:[ap]\.?m|uhr|k|km|kg|cm|mm|m|g|h|hrs|mins?|eur|usd|gbp|prozent)\b|[€$£¥%％]|ty[- ]|hundred|thousand|(?:quarter|half) (?:past|to) |und(?:zw|dr|vi|fü|se|si|ac|ne)|[十百千万萬]/iu;

/** The text with its figures in one spelling. */
export function inFigures(text: string): string {
  if (!MAYBE_FIGURE.test(text)) return text;
  return RULES.reduce((made, [pattern, write]) => made.replace(pattern, write), text);
}

function clock(hour: string, minute: string | undefined, half: string | undefined): string {
  const late = half?.toLowerCase() === "p" ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + late;
  return ` ${hours}:${minute ?? "00"} `;
}

function saidClock(part: string, side: string, hour: string): string {
  const named = Number(NUMBER_WORDS.get(hour.toLowerCase()) ?? hour);
  const isTo = side.toLowerCase() === "to";
  const minute = part.toLowerCase() === "half" ? "30" : isTo ? "45" : "15";
  return ` ${isTo ? named - 1 : named}:${minute} `;
}

/** "12.5k" in full. */
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

const HAN_DIGITS = "零一二三四五六七八九";
const HAN_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

function inChinese(written: string): string {
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
