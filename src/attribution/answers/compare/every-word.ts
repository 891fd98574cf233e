/** Tests whether a given answer has the words of the expected answer. */
import { haveOtherTitles } from "../../../text/languages/labels/courtesy-titles.ts";
import { isWholeWord } from "../../../text/languages/unspaced-words.ts";
import { stem } from "../../../text/words.ts";
import { type AnswerReading, readValues } from "../answer-reading.ts";
import { bestLikeness } from "../word-share.ts";

/**
 * `hasEveryWord` skips the word "minus", because `isSameValue` already compares negative numbers.
 */
const MINUS = stem("minus");

/** @param asked stems of the question, whose words an answer need not repeat */
export function hasEveryWord(
  wanted: AnswerReading,
  read: AnswerReading,
  asked: ReadonlySet<string>,
): boolean {
  const given = new Set(read.stems);
  if (haveOtherTitles(wanted.stems, read.stems)) return false;
  const isSaid = (each: string) =>
    each === MINUS || bestLikeness(each, given) > 0 || bestLikeness(each, asked) > 0;
  return wanted.own.every(isSaid) && isWholeWord(readValues(wanted.text).rest, read.text);
}
