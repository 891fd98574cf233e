/**
 * Whether a text makes a statement in the very words of its message. It is narrower than the carry
 * test, and shares none of its views and thresholds, so that the one can be held against the other:
 * a text that passes states the detail, one that does not pass may state it in other words.
 */
import type { Variable } from "../../graph/model.ts";
import { isNegated } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { sameTime } from "../../text/times.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import { PLAIN_WORDS } from "../thresholds.ts";

export type PlainTest = (sentences: readonly Sentence[], need: Need) => boolean;

/** Whether some sentences state the need: each sentence of it that holds the detail, in its order. */
export function plainTest(
  messages: readonly Variable[],
  { message, sentencesOf, speakers }: Reading,
): PlainTest {
  const wanted = new Map<Need, readonly Wanted[]>();
  const others = messages.map((each) => ({
    id: each.id,
    sentences: () => sentencesOf(message(each).content),
  }));
  const wantedOf = (need: Need): readonly Wanted[] => {
    const known = wanted.get(need);
    if (known !== undefined) return known;
    const found = sentencesWanted(need, sentencesOf);
    const isTold = found.length > 0 && found.every(({ words }) => isTelling(words));
    // The same words of somebody else state the same of somebody else.
    const isSaidTwice = others.some(
      ({ id, sentences }) =>
        !need.sources.includes(id) && found.every((each) => sentences().some(makes(each))),
    );
    const made = isTold && !isSaidTwice ? found : [];
    wanted.set(need, made);
    return made;
  };
  return (sentences, need) => {
    const found = wantedOf(need);
    const isOfAnother = (word: string) =>
      speakers.has(word) && word !== need.subject && !need.others.has(word);
    const own = sentences.filter(
      (sentence) => !sentence.stems.some(isOfAnother) && tellsDay(sentence, need),
    );
    return found.length > 0 && found.every((each) => own.some(makes(each)));
  };
}

/** A day that only the time of the message tells does not go with its words. */
function tellsDay(sentence: Sentence, { days }: Need): boolean {
  if (days === undefined) return true;
  return sentence.times().some((mention) => {
    const meant = mention.resolve(undefined);
    return meant !== undefined && sameTime(meant, days);
  });
}

interface Wanted {
  readonly words: readonly string[];
  readonly isDenied: boolean;
}

function sentencesWanted(need: Need, sentencesOf: Reading["sentencesOf"]): Wanted[] {
  const detail = new Set([...need.core.map(({ stem }) => stem), ...need.timeWords]);
  const isWhole = need.core.length === 0 && need.days === undefined;
  return sentencesOf(need.statement)
    .filter((sentence) => isWhole || sentence.stems.some((stem) => detail.has(stem)))
    .map((sentence) => ({ words: sentence.stems, isDenied: isNegated(sentence.text) }));
}

/** Whether a sentence has the words in their order, with no other word between them. */
function makes({ words, isDenied }: Wanted): (sentence: Sentence) => boolean {
  const [first] = words;
  return (sentence) => {
    const { stems: said } = sentence;
    if (first === undefined || !said.includes(first)) return false;
    const isMade = said.some((_, start) => words.every((word, i) => said[start + i] === word));
    return isMade && isNegated(sentence.text) === isDenied;
  };
}

function isTelling(words: readonly string[]): boolean {
  return words.length >= PLAIN_WORDS || (words.length + 1 >= PLAIN_WORDS && words.some(hasDigit));
}

function hasDigit(word: string): boolean {
  return /\d/.test(word);
}
