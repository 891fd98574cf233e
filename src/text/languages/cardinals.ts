/**
 * Number words of five languages: for 0 to 99, 100 and 1,000, and in most languages also for 200
 * and 300.
 */
import { withoutAccents } from "../spelling/without-accents.ts";
import { languageOf, SPACED_LANGUAGES, type SpacedLanguage } from "./language-of.ts";

interface Cardinals {
  /**
   * The words for 0, 1, 2 and so on, separated by spaces. If a number has two words, a slash is
   * between them. If a number has no word here, a hyphen takes its place.
   */
  readonly small: string;
  /** Words for 20, 30 and so on to 90, separated by spaces. */
  readonly tens: string;
  readonly hundreds: string;
  readonly thousand: string;
  /**
   * A pattern for what is between the tens and the units, such as " y " in "treinta y cinco". It is
   * empty if the language writes such a number as one word.
   */
  readonly joined: string;
}

const CARDINALS: Readonly<Record<SpacedLanguage, Cardinals>> = {
  es: {
    small:
      "cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
    tens: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    hundreds:
      "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas",
    thousand: "mil",
    joined: " y ",
  },
  fr: {
    small:
      "zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    tens: "vingt trente quarante cinquante soixante soixante-dix quatre-vingt/quatre-vingts quatre-vingt-dix",
    hundreds: "cent",
    thousand: "mille",
    joined: "(?: et |-et-|-| )",
  },
  it: {
    small:
      "zero - due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    tens: "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    hundreds: "cento duecento trecento",
    thousand: "mille",
    joined: "",
  },
  pt: {
    small:
      "zero - dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove",
    tens: "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    hundreds:
      "cem/cento duzentos/duzentas trezentos/trezentas quatrocentos/quatrocentas quinhentos/quinhentas seiscentos/seiscentas setecentos/setecentas oitocentos/oitocentas novecentos/novecentas",
    thousand: "mil",
    joined: " e ",
  },
  nl: {
    small:
      "nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
    tens: "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    hundreds: "honderd tweehonderd driehonderd",
    thousand: "duizend",
    joined: "",
  },
};

/** Words for 1 that can follow a word for tens. */
const ONE = "un/uno/una/um/uma/een";
/**
 * These number words have another meaning in another language; for example, "once" means 11 in
 * Spanish. Such a word counts as a number only in a text in its own language.
 */
const AMBIGUOUS = new Set("once dos quince cent sept seize due sei otto venti doze mil".split(" "));

const byWord = new Map<string, string>();
const ambiguous = new Map<string, Map<string, string>>();
const ofLanguage = new Map<SpacedLanguage, Map<string, number>>();
for (const language of SPACED_LANGUAGES) {
  const words = wordsOf(CARDINALS[language], language);
  ofLanguage.set(language, words);
  for (const [word, value] of words) {
    if (AMBIGUOUS.has(word)) {
      const meanings = ambiguous.get(word) ?? new Map<string, string>();
      ambiguous.set(word, meanings.set(language, `${value}`));
    } else if (!/[ -]/.test(word)) byWord.set(withoutAccents(word), `${value}`);
  }
}

/**
 * Maps each number word, without accents, to its digits. Does not contain the words in `AMBIGUOUS`.
 */
export const PLAIN_CARDINALS: ReadonlyMap<string, string> = byWord;

/** Maps each number word of the language to its value; empty for other languages. */
export function cardinalsOf(language: string): ReadonlyMap<string, number> {
  return ofLanguage.get(language as SpacedLanguage) ?? new Map();
}

function wordsOf(cardinals: Cardinals, language: SpacedLanguage): Map<string, number> {
  const made = new Map<string, number>();
  const put = (words: string | undefined, value: number) => {
    for (const word of (words ?? "-").split("/")) if (word !== "-") made.set(word, value);
  };
  for (const [value, words] of cardinals.small.split(" ").entries()) put(words, value);
  for (const [index, words] of cardinals.tens.split(" ").entries()) put(words, 10 * (index + 2));
  for (const [index, words] of cardinals.hundreds.split(" ").entries())
    put(words, 100 * (index + 1));
  put(cardinals.thousand, 1000);
  if (cardinals.joined !== "") return made;
  for (const [index, tens] of cardinals.tens.split(" ").entries()) {
    const units = cardinals.small.split(" ").slice(0, 10);
    units[1] = language === "it" ? "uno" : "een";
    for (const [unit, word] of units.entries()) {
      if (unit > 0) made.set(joined(word, tens, language), 10 * (index + 2) + unit);
    }
  }
  return made;
}

/** Joins a unit and a word for tens: "ventuno", "eenentwintig", "tweeëntwintig". */
function joined(unit: string, tens: string, language: SpacedLanguage): string {
  if (language === "nl") return `${unit}${unit.endsWith("e") ? "ë" : "e"}n${tens}`;
  return `${/^[uo]/.test(unit) ? tens.slice(0, -1) : tens}${unit}`;
}

const COMPOUNDS = (["es", "fr", "pt"] as const).map((language) => {
  const { tens, small, joined: between } = CARDINALS[language];
  const either = (words: string) => words.split(/[ /]/).filter((word) => word !== "-");
  const units = [...either(small).slice(1), ...either(ONE)].toSorted((a, b) => b.length - a.length);
  const first = either(tens).toSorted((a, b) => b.length - a.length);
  return `(?:${first.join("|")})${between}(?:${units.join("|")})`;
});
/** Matches numbers that consist of several words: "treinta y cinco", "quatre-vingt-douze". */
export const FOREIGN_COMPOUND = `(?<![\\p{L}\\p{N}-])(?:${COMPOUNDS.join("|")}|soixante-dix|quatre-vingts?(?:-dix)?|dix-(?:sept|huit|neuf))(?![\\p{L}\\p{N}-])`;
/** Fast test: a text without a match contains no match of `FOREIGN_COMPOUND`. */
export const MAYBE_COMPOUND = "enta |inta |inte |ingt|ante[ -]|dix-";

/** Returns the digits of a number that consists of several words. */
export function compoundValue(written: string): string {
  const words = written.toLowerCase();
  const known = ["es", "fr", "pt"].map((language) => cardinalsOf(language).get(words));
  const whole = known.find((value) => value !== undefined);
  if (whole !== undefined) return `${whole}`;
  for (const language of ["es", "fr", "pt"]) {
    const cardinals = cardinalsOf(language);
    const starts = [...cardinals.keys()].filter((tens) => words.startsWith(tens));
    for (const tens of starts.toSorted((a, b) => b.length - a.length)) {
      const rest = words.slice(tens.length).replace(/^(?: y | e | et |-et-|-| )/, "");
      const unit = ONE.split("/").includes(rest) ? 1 : cardinals.get(rest);
      if (unit !== undefined) return `${(cardinals.get(tens) ?? 0) + unit}`;
    }
  }
  return written;
}

/**
 * Returns the value of a number in digits, or in words of one of these five languages. Returns
 * undefined for any other text.
 */
export function cardinalValue(written: string): number | undefined {
  const joined = ["it", "nl"].map((language) => cardinalsOf(language).get(written));
  const value = joined.find((each) => each !== undefined) ?? Number(compoundValue(written));
  return written === "" || Number.isNaN(value) ? undefined : value;
}

const AMBIGUOUS_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:${[...ambiguous.keys()].join("|")})(?![\\p{L}\\p{N}'’-])`,
  "giu",
);
const ANY_AMBIGUOUS = new RegExp(AMBIGUOUS_WORD.source, "iu");

/** Whether `word`, in lower case, is in `AMBIGUOUS`. */
export function isAmbiguousCardinal(word: string): boolean {
  return ambiguous.has(word);
}

/**
 * Replaces the number words in `AMBIGUOUS` with digits. It does so only if the text is in the
 * language of the word, or if the word is the whole text. The word "once" alone stays, because it
 * is also English.
 */
export function inCardinals(text: string): string {
  if (!ANY_AMBIGUOUS.test(text)) return text;
  const language = languageOf(text);
  return text.replace(AMBIGUOUS_WORD, (written) => {
    const meanings = ambiguous.get(written.toLowerCase());
    const alone = text.trim().length === written.length && written.toLowerCase() !== "once";
    const meant =
      meanings?.get(language ?? "") ?? (alone ? meanings?.values().next().value : undefined);
    return meant ?? written;
  });
}
