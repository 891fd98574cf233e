/**
 * Finds a value in a text, even if the text spells it differently or uses another grammatical case.
 */
import { allStems, contentStems, isFunctionWord } from "../words.ts";

/** Matches marks that people write between the characters of a number or code. */
const SEPARATOR = "[\\s().\\-–—/_]*";
/**
 * Minimum letters and digits of a code. A shorter code would also be found by chance inside other
 * numbers.
 */
const LEAST_CHARS = 4;
const MOST_CHARS = 64;

/**
 * Whether the text contains the number or code, ignoring separators: "+49 30 1234567" contains
 * "+49301234567".
 */
export function hasCode(text: string, value: string): boolean {
  const characters = [...value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")];
  const isCode = characters.length >= LEAST_CHARS && characters.length <= MOST_CHARS;
  if (!isCode || !/\p{N}/u.test(value)) return false;
  const pattern = `(?<![\\p{L}\\p{N}])${characters.join(SEPARATOR)}(?![\\p{L}\\p{N}])`;
  return new RegExp(pattern, "u").test(text.toLowerCase());
}

const LEAST_STEM = 3;
const MOST_ENDING = 3;
/** A text with fewer different English function words is probably not English. */
const ENGLISH_WORDS = 2;

/**
 * Whether the text may be in a language that gives names grammatical endings, such as Czech "Mám
 * psa Rexa" for the name "Rex".
 */
export function mayInflect(text: string): boolean {
  const english = allStems(text).filter((each) => isFunctionWord(each) && /^[a-z']/.test(each));
  return new Set(english).size < ENGLISH_WORDS;
}

/** Whether `words` contains the word with another grammatical ending: "Rexa" for "Rex". */
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

/** Whether `words` contains every number of the value. */
export function hasFigures(value: string, words: ReadonlySet<string>): boolean {
  return contentStems(value).every((stem) => !FIGURE.test(stem) || words.has(stem));
}
