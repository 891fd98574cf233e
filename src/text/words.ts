/**
 * Splits texts into words that can be compared: in lower case, without accents, and with one
 * spelling for each number. English words are reduced to stems, and Korean words lose their
 * particles.
 */

import { isHangul, withoutParticles } from "./languages/korean-particles.ts";
import { foreignLanguage, languagesOf } from "./languages/language-of.ts";
import { splitFigure, UNSPACED, unspacedWords } from "./languages/unspaced-words.ts";
import { NUMBER_WORDS } from "./number-words.ts";
import {
  ANY_FIGURE,
  FIGURE,
  figureIn,
  hasFigureSign,
  inFigures,
  UNIT_OF_FIGURE,
} from "./numbers.ts";
import { joinedNumber } from "./spelling/large-numbers.ts";
import { withOrdinals } from "./spelling/ordinals.ts";
import { isRoleWord, roleWord } from "./spelling/role-words.ts";
import { withoutAccents } from "./spelling/without-accents.ts";
import { baseForm } from "./spelling/word-forms.ts";
import { plainNumber, withSplitTimes } from "./spelling/written-numbers.ts";

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*(?:(?<=\p{N})[.,:]\p{N}+)*/gu;

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** English function words, such as "the". They state no fact. */
const FUNCTION_WORDS = new Set(
  `a about above after again against all also am an and any are aren't as at be because been before
  being below between both but by can can't cannot could couldn't did didn't do does doesn't doing
  don't down during each either else ever few for from further had hadn't has hasn't have haven't
  having he he'd he'll he's her here here's hers herself him himself his how i i'd i'll i'm i've if
  in into is isn't it it'd it'll it's its itself just let let's me might more most much must my
  myself no nor not of off on once only or other our ours ourselves out over own per quite rather
  really same she she'd she'll she's should shouldn't since so some such than that that's the their
  theirs them themselves then there there's these they they'd they'll they're they've this those
  though through thus to too under until up upon us very was wasn't we we'd we'll we're we've were
  weren't what what's when when's where where's whether which while who who's whom whose why will
  with within without won't would wouldn't yes yet you you'd you'll you're you've your yours
  yourself yourselves s t d ll m re ve um oh hey hi ok okay`.split(/\s+/),
);

/** One match takes all successive backslashes. So the search is fast even if there are many. */
const ESCAPE = /\\+(u[0-9a-fA-F]{4}|[^\\])?/g;

/** Replaces the escape sequences of recorded JSON and string literals with their characters. */
export function readable(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (all: string, escaped: string | undefined) => {
    if (escaped === "n" || escaped === "r") return "\n";
    if (escaped === "t") return " ";
    if (escaped === '"' || escaped === "'") return escaped;
    if (escaped === undefined || escaped.length !== 5) return all;
    return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  });
}

interface Word {
  readonly text: string;
  readonly stem: string;
  readonly isFunction: boolean;
  /** The languages in which the word is a function word, as indexes in `LANGUAGES`. */
  readonly languages: readonly number[];
  /** The result of `figureIn` for the word: `ANY_FIGURE`, `UNIT_OF_FIGURE` or 0. */
  readonly figure: number;
}

/**
 * Maximum number of words in the cache. The cache saves time, because most words occur again and
 * again, and each new word must be tested with several patterns.
 */
const MAX_REMEMBERED = 50_000;
const known = new Map<string, Word>();

function wordOf(text: string): Word {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= MAX_REMEMBERED) known.clear();
  const word = {
    ...{ text, stem: stemOf(text), isFunction: FUNCTION_WORDS.has(text) },
    ...{ languages: languagesOf(text), figure: figureIn(text) },
  };
  known.set(text, word);
  return word;
}

function rawWords(written: string): Word[] {
  return withOrdinals(splitWords(withSplitTimes(written)), wordOf);
}

function splitWords(written: string): Word[] {
  const plain = BEYOND_ASCII.test(written) ? undefined : asciiWords(written);
  if (plain !== undefined && !mayHaveFigure(written, plain)) return plain;
  const text = inFigures(written);
  if (plain !== undefined && text === written) return plain;
  if (!BEYOND_ASCII.test(text)) return asciiWords(text);
  const folded = withoutAccents(text).toLowerCase().replace(/’/g, "'");
  return (folded.match(WORD) ?? [])
    .flatMap(splitElision)
    .flatMap((word, index, all) =>
      UNSPACED.test(word) ? unspacedWords(word, all[index - 1]) : splitFigure(word),
    )
    .map(wordOf);
}

/** Splits ASCII text into the same words as the pattern `WORD`, but several times faster. */
function asciiWords(written: string): Word[] {
  const text = written.toLowerCase();
  const words: Word[] = [];
  for (let at = 0; at < text.length; ) {
    if (!isPlain(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const stem = endOf(text, at, isPlain);
    const apostrophe = endOfParts(text, stem, isApostrophe, isSmall);
    const end = endOfParts(text, apostrophe, isSeparator, isDigit);
    const word = text.slice(at, end);
    if (apostrophe === stem) words.push(wordOf(word));
    else words.push(...splitElision(word).map(wordOf));
    at = end;
  }
  return words;
}

type CodeTest = (code: number) => boolean;

function endOf(text: string, start: number, test: CodeTest): number {
  let end = start;
  while (end < text.length && test(text.charCodeAt(end))) end += 1;
  return end;
}

/**
 * Returns the index at which a word ends. Its first part ends at `start`. Further parts can follow,
 * such as "'s" in "it's" or ".5" in "2.5". Such a part is a separator for which `isBefore` is true,
 * and at least one character for which `test` is true. Without further parts, returns `start`.
 */
function endOfParts(
  text: string,
  start: number,
  isBefore: (code: number, previous: number) => boolean,
  test: CodeTest,
): number {
  let end = start;
  while (isBefore(text.charCodeAt(end), text.charCodeAt(end - 1))) {
    const next = endOf(text, end + 1, test);
    if (next === end + 1) break;
    end = next;
  }
  return end;
}

function isApostrophe(code: number): boolean {
  return code === 39;
}

/**
 * Whether the character can separate digits of one number: a point, comma or colon after a digit,
 * as in "9:30". In the table row "Rosa,9:30", the comma separates two words.
 */
function isSeparator(code: number, previous: number): boolean {
  return (code === 46 || code === 44 || code === 58) && isDigit(previous);
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isPlain(code: number): boolean {
  return isSmall(code) || isDigit(code);
}

/**
 * Fast test: whether the text may have a number or amount that `inFigures` rewrites. Most texts
 * have none, and `inFigures` is slow.
 */
function mayHaveFigure(text: string, words: readonly Word[]): boolean {
  let isAfterDigit = false;
  for (const { text: word, figure } of words) {
    if (figure === ANY_FIGURE || (figure === UNIT_OF_FIGURE && isAfterDigit)) return true;
    isAfterDigit = isDigit(word.charCodeAt(word.length - 1));
  }
  return hasFigureSign(text);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/**
 * Matches a French or Italian word that an apostrophe joins to the next word, such as "l'" in
 * "l'avion" or "dell'" in "dell'acqua".
 */
const ELISION =
  /^(l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|un|dell|nell|all|sull|dall|quell|quest)'(?=[a-z]{2})/;

function splitElision(word: string): string[] {
  const [whole, short] = ELISION.exec(word) ?? [];
  return whole === undefined || short === undefined ? [word] : [short, word.slice(whole.length)];
}

/**
 * Matches a word with its combining marks. In Hindi, for example, most vowels are combining marks.
 */
const WRITTEN_WORD = new RegExp(WORD.source.replaceAll("\\p{L}", "\\p{L}\\p{M}"), "giu");
const WRITTEN = new RegExp(`${FIGURE.source}|${WRITTEN_WORD.source}`, "giu");

function hasFigure(text: string): boolean {
  if (BEYOND_ASCII.test(text)) return inFigures(text) !== text;
  return mayHaveFigure(text, asciiWords(text));
}

/**
 * Returns the content words of the text with their stems. If several words have the same stem, only
 * the first is returned.
 */
export function wordsOf(text: string): { text: string; stem: string }[] {
  const seen = new Map<string, string>();
  const isFunction = functionTest(rawWords(text));
  // Do not use `matchAll` here. It copies this long pattern, and the copy takes longer than reading
  // a short line.
  const pattern = hasFigure(text) ? WRITTEN : WRITTEN_WORD;
  for (const written of text.match(pattern) ?? []) {
    for (const word of rawWords(written)) {
      if (!isFunction(word) && !seen.has(word.stem)) seen.set(word.stem, written);
    }
  }
  return [...seen].map(([key, written]) => ({ text: written, stem: key }));
}

/** Returns the stems of the content words in order, including repeats. */
export function contentStems(text: string): string[] {
  const stems: string[] = [];
  const words = rawWords(text);
  const isFunction = functionTest(words);
  for (const word of words) if (!isFunction(word)) stems.push(word.stem);
  return stems;
}

/**
 * This mark is put before the stem of a function word in a language other than English. Without the
 * mark, an English content word with the same spelling would count as a function word too.
 */
export const FOREIGN_MARK = "\u00b7";

/**
 * Returns the stems of all words in order. The stem of a function word is the word itself. If the
 * text is not in English, this stem begins with the mark `FOREIGN_MARK`.
 */
export function allStems(text: string): string[] {
  const words = rawWords(text);
  const foreign = foreignLanguage(words.map(({ languages }) => languages));
  return words.map(({ text: word, stem, isFunction, languages }) => {
    if (foreign !== undefined) return languages.includes(foreign) ? `${FOREIGN_MARK}${word}` : stem;
    return isFunction ? word : stem;
  });
}

/**
 * Returns a test for function words. It uses the function words of the text's language, or the
 * English ones if the language is unknown.
 */
function functionTest(words: readonly Word[]): (word: Word) => boolean {
  const foreign = foreignLanguage(words.map(({ languages }) => languages));
  return foreign === undefined
    ? ({ isFunction }) => isFunction
    : ({ languages }) => languages.includes(foreign);
}

/** @param stem as `allStems` returns it */
export function isFunctionWord(stem: string): boolean {
  return FUNCTION_WORDS.has(stem) || stem.startsWith(FOREIGN_MARK);
}

/**
 * Returns one spelling for the forms of a word, such as its plural, past tense and "-ing" form.
 * Number words become digits, and numbers lose the separators between thousands.
 */
export function stem(written: string): string {
  return wordOf(written).stem;
}

/** Matches points and commas at the end of a word, as in "15. November" or "Dr. Olmedo". */
const ENDS_IN_POINT = /[.,]+$/;

/**
 * Returns the stems of all words of a name or time expression, including words such as "van".
 * Removes accents first, as in every text. So "Rocío" gives the same stem here and in a text.
 */
export function plainStems(expression: string): string[] {
  const words = withoutAccents(expression).toLowerCase().split(/\s+/);
  const plain = words.map((word) => word.replace(ENDS_IN_POINT, "")).filter((word) => word !== "");
  return plain.flatMap((word) => (UNSPACED.test(word) ? unspacedWords(word) : [word])).map(stem);
}

function stemOf(written: string): string {
  let word = written
    .replace(/'(s|d|ll|re|ve|m)?$/, "")
    .replace(/n't$/, "")
    .replace(/metre(?=s?$)/, "meter");
  const number = NUMBER_WORDS.get(word) ?? joinedNumber(word);
  if (number !== undefined) return number;
  word = roleWord(baseForm(isHangul(word) ? withoutParticles(word) : word));
  if (/^\d/.test(word))
    return plainNumber(word)
      .replace(/,(?=\d{3})/g, "")
      .replace(/^0(?=\d:)/, "")
      .replace(/(\d)(st|nd|rd|th)$/, "$1th")
      .replace(/[.,]00?$/, "");
  if (isHangul(word)) return word;
  if (word.length <= 3) return word;
  word = word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x|z)es$/, "$1")
    .replace(/([^su])s$/, "$1");
  const base = word.replace(/(ingly|edly|fully|ing|ied|ed|ly)$/, (end) =>
    end === "ied" ? "y" : "",
  );
  if (base.length >= 3 && /[aeiouy]/.test(base)) word = base.replace(/([bdgklmnprt])\1$/, "$1");
  // "Note" keeps its last letter, because "not" is another word.
  return word.length > 3 ? word.replace(/(?<!^not)e$/, "") : word;
}

/**
 * Returns how similar the letters of two stems are (0 to 1). Different stems have a similarity
 * above 0 only if both have at least four letters, their first two letters are the same, and `a`
 * has no digit. The similarity is the Dice coefficient of their pairs of neighbouring letters. If
 * the common beginning has at least four letters and is at least 80% of the shorter stem, as in
 * "grace" and "graceful", the result is at least 0.75. Words for two relatives are not similar.
 */
export function letterLikeness(a: string, b: string): number {
  if (a === b) return 1;
  // Most pairs of words already differ here. So this comparison must not allocate memory.
  if (a.length < 4 || b.length < 4 || a.charCodeAt(0) !== b.charCodeAt(0)) return 0;
  if (a.charCodeAt(1) !== b.charCodeAt(1) || hasDigit(a)) return 0;
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  const prefix = shared >= 4 ? shared / Math.min(a.length, b.length) : 0;
  return isRoleWord(a) && isRoleWord(b) ? 0 : Math.max(dice(a, b), prefix >= 0.8 ? 0.75 : 0);
}

function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) if (isDigit(word.charCodeAt(i))) return true;
  return false;
}

/**
 * Two words are compared by their letter pairs. If both words have fewer letters than this, each
 * pair of one word is compared with each pair of the other. The bits of a 32-bit number mark the
 * pairs that were already counted. For longer words, a table of pairs is used, which is faster.
 */
const SHORT_WORD = 33;

function dice(a: string, b: string): number {
  const isShort = a.length < SHORT_WORD && b.length < SHORT_WORD;
  const common = isShort ? commonPairs(a, b) : commonPairsByTable(a, b);
  return (2 * common) / (a.length + b.length - 2);
}

/** If a letter pair occurs twice in one word and once in the other, it counts once. */
function commonPairs(a: string, b: string): number {
  let common = 0;
  /** Bit j is 1 if the letter pair at index j of `b` was already counted. */
  let taken = 0;
  for (let i = 0; i + 1 < a.length; i += 1) {
    const [first, second] = [a.charCodeAt(i), a.charCodeAt(i + 1)];
    for (let j = 0; j + 1 < b.length; j += 1) {
      if (b.charCodeAt(j) !== first || b.charCodeAt(j + 1) !== second) continue;
      if ((taken & (1 << j)) !== 0) continue;
      taken |= 1 << j;
      common += 1;
      break;
    }
  }
  return common;
}

function commonPairsByTable(a: string, b: string): number {
  const pairs = new Map<string, number>();
  for (let i = 0; i + 1 < a.length; i += 1) {
    const pair = a.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let i = 0; i + 1 < b.length; i += 1) {
    const pair = b.slice(i, i + 2);
    const left = pairs.get(pair) ?? 0;
    if (left > 0) {
      common += 1;
      pairs.set(pair, left - 1);
    }
  }
  return common;
}
