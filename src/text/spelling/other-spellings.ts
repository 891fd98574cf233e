/**
 * Tests whether a text contains a value in another form: a number or a code with other separators,
 * or a word with another grammatical ending, such as the Czech "Rexa" for "Rex".
 */
import { allStems, contentStems, isFunctionWord } from "../words.ts";

/**
 * Matches the marks that people write between the digits of a number or the characters of a code.
 */
const SEPARATOR = "[\\s().\\-–—/_]*";
/**
 * If a code has fewer letters and digits, `hasCode` does not look for it. A short code can occur
 * in a text by chance.
 */
const LEAST_CHARS = 4;
const MOST_CHARS = 64;

/**
 * Whether the text contains the number or code. Separators are ignored: "+49 30 1234567" contains
 * "+49301234567".
 */
export function hasCode(text: string, value: string): boolean {
  const pattern = codePattern(value);
  return pattern !== undefined && new RegExp(pattern, "u").test(text.toLowerCase());
}

/**
 * Returns a pattern that matches the number or code in lower case, with any separators. Returns
 * undefined for another value.
 */
export function codePattern(value: string): string | undefined {
  const characters = [...value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")];
  const isCode = characters.length >= LEAST_CHARS && characters.length <= MOST_CHARS;
  if (!isCode || !/\p{N}/u.test(value)) return undefined;
  return `(?<![\\p{L}\\p{N}])${characters.join(SEPARATOR)}(?![\\p{L}\\p{N}])`;
}

const LEAST_STEM = 3;
const MOST_ENDING = 3;
/** A text with at least this number of different English function words is English. */
const ENGLISH_WORDS = 2;

/**
 * Whether the text may be in a language that adds grammatical endings to names. For example, Czech
 * adds an ending to "Rex" in "Mám psa Rexa" ("I have a dog named Rex").
 */
export function mayInflect(text: string): boolean {
  const english = allStems(text).filter((each) => isFunctionWord(each) && /^[a-z']/.test(each));
  return new Set(english).size < ENGLISH_WORDS;
}

/** Whether `words` contains this word with another grammatical ending, such as "Rexa" for "Rex". */
export function hasInflected(word: string, words: Iterable<string>): boolean {
  if (/\d/.test(word) || word.length < LEAST_STEM) return false;
  for (const other of words) if (isInflected(word, other)) return true;
  return false;
}

function isInflected(a: string, b: string): boolean {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  const endings = [a.length - shared, b.length - shared];
  return shared >= LEAST_STEM && endings.every((length) => length <= MOST_ENDING);
}

const FIGURE = /\d/;

export function hasFigures(value: string, words: ReadonlySet<string>): boolean {
  return contentStems(value).every((stem) => !FIGURE.test(stem) || words.has(stem));
}
