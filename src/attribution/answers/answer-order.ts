/** Compares the order of the words and figures in two answers. */
import { asksOrder } from "../../text/languages/asking-words.ts";
import { allStems, stem } from "../../text/words.ts";
import type { AnswerReading } from "./answer-reading.ts";

/**
 * Maximum number of words whose order is compared. The time grows with the square of this number.
 */
const MAX_COMPARED = 32;

/**
 * Whether the given answer swaps two words: "from Bert to Anna" for "from Anna to Bert", or two
 * figures: "4 for and 9 against" for "9 for and 4 against". In a list, the order matters only if the
 * question asks for it.
 */
export function isSwapped(wanted: AnswerReading, read: AnswerReading, question: string): boolean {
  const [labels, said] = [labelsOf(wanted.text), labelsOf(read.text)];
  const isSaid = (one: string, its: string) =>
    said.some(([figure, label]) => figure === one && label === its);
  const isOfOther = ([figure, label]: readonly [string, string]) =>
    !isSaid(figure, label) &&
    labels.some(([other, its]) => its !== label && other !== figure && isSaid(figure, its));
  if (labels.length <= MAX_COMPARED && labels.some(isOfOther)) return true;
  if (wanted.parts.length > 1)
    return (
      (asksOrder(question) && !isInOrder(wanted.own, read.text)) ||
      hasOtherPairs(wanted.text, read.text)
    );
  const [expected, given] = [wanted.text, read.text].map(wordsBefore);
  const own = wanted.own
    .filter((each) => expected?.has(each) && given?.has(each))
    .slice(0, MAX_COMPARED);
  return own.some((a) =>
    own.some((b) => {
      const [beforeA, beforeB] = [expected?.get(a), expected?.get(b)];
      return beforeA !== beforeB && given?.get(a) === beforeB && given?.get(b) === beforeA;
    }),
  );
}

/** Returns each figure with the stem of the word after it. */
function labelsOf(text: string): [figure: string, label: string][] {
  const labelled = text.matchAll(/(?<!\d)(\d+(?:[.,]\d+)?) (?:\p{L}{1,2} )?(\p{L}{3,})/gu);
  return Array.from(labelled, ([, figure = "", word = ""]) => [figure, stem(word.toLowerCase())]);
}

function isInOrder(words: readonly string[], text: string): boolean {
  const said = allStems(text);
  const places = words.map((word) => said.indexOf(word));
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

function wordsBefore(text: string): Map<string, string> {
  const stems = (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(stem);
  return new Map(stems.map((each, index) => [each, stems[index - 1] ?? ""]));
}

/** Maximum number of different words in a compared list item. Longer items are skipped. */
const MAX_WORDS = 12;

/** Splits a list at its commas and at words for "and". */
const AND = /[,;，、。.\n]\s*|(?<!\p{L})(?:and|und|y|et|e|en)(?!\p{L})/u;

/**
 * Whether the given list joins words of different items: "parents on Saturday and hiking on Sunday"
 * for "hiking on Saturday and parents on Sunday".
 */
function hasOtherPairs(expected: string, given: string): boolean {
  const [items, said] = [expected, given].map((text) =>
    text
      .split(AND, MAX_COMPARED)
      .map((item) => new Set(allStems(item)))
      .filter(({ size }) => size > 1 && size <= MAX_WORDS),
  );
  if (items === undefined || said === undefined) return false;
  const isJoined = (one: string, other: string) =>
    said.some((item) => item.has(one) && item.has(other));
  return items.some((item) =>
    items.some((next) => {
      const [own, others] = [
        [...item].filter((each) => !next.has(each)),
        [...next].filter((each) => !item.has(each)),
      ];
      return own.some((a) =>
        own.some(
          (b) =>
            a !== b &&
            !isJoined(a, b) &&
            others.some((c) => isJoined(a, c)) &&
            others.some((c) => isJoined(b, c) && c !== a),
        ),
      );
    }),
  );
}
