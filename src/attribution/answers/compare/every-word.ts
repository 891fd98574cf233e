/** Tests whether a given answer has the words of the expected answer. */
import { haveOtherTitles } from "../../../text/languages/labels/courtesy-titles.ts";
import { isWholeWord } from "../../../text/languages/unspaced-words.ts";
import { allStems, isFunctionWord, stem, wordsOf } from "../../../text/words.ts";
import { type AnswerReading, readValues } from "../answer-reading.ts";
import { bestLikeness } from "../word-share.ts";

/**
 * `hasEveryWord` skips the word "minus", because `isSameValue` already compares negative numbers.
 */
const MINUS = stem("minus");

/**
 * An answer with these numbers of words and function words is a sentence, which can be said in other
 * words. Of its words, the share `WORDS_REPLACED` may be missing, but no name and number.
 */
const SENTENCE = { words: 8, functionWords: 3 };
const WORDS_REPLACED = 0.34;
const NAME_OR_NUMBER = /\d|^\p{Lu}/u;

/** @param asked stems of the question */
export function hasEveryWord(
  wanted: AnswerReading,
  read: AnswerReading,
  asked: ReadonlySet<string>,
): boolean {
  const given = new Set(read.stems);
  if (haveOtherTitles(wanted.stems, read.stems)) return false;
  const isSaid = (each: string) =>
    each === MINUS || bestLikeness(each, given) > 0 || bestLikeness(each, asked) > 0;
  const missing = new Set(wanted.own.filter((each) => !isSaid(each)));
  if (missing.size === 0) return isWholeWord(readValues(wanted.text).rest, read.text);
  const [, ...words] = wordsOf(wanted.text);
  const isExact = words.some((word) => missing.has(word.stem) && NAME_OR_NUMBER.test(word.text));
  if (isExact || missing.size > WORDS_REPLACED * wanted.own.length) return false;
  const all = allStems(wanted.text);
  if (replacesWord(all, missing, read, asked)) return false;
  return (
    all.length >= SENTENCE.words && all.filter(isFunctionWord).length >= SENTENCE.functionWords
  );
}

/**
 * Whether the given answer has another word beside the same neighbour as a missing word: "the left
 * knee" for "the right knee".
 */
function replacesWord(
  all: readonly string[],
  missing: ReadonlySet<string>,
  read: AnswerReading,
  asked: ReadonlySet<string>,
): boolean {
  const known = new Set([...all, ...asked]);
  const isNew = (word: string) => bestLikeness(word, known) === 0;
  const neighbours = (words: readonly string[], isMeant: (word: string) => boolean) =>
    words.flatMap((word, at) =>
      isMeant(word) ? [`${words[at - 1] ?? ""}_`, `_${words[at + 1] ?? ""}`] : [],
    );
  const beside = new Set(neighbours(all, (word) => missing.has(word)));
  return neighbours(allStems(read.text), isNew).some((each) => beside.has(each));
}
