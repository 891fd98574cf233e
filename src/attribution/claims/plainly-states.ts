/**
 * Tests whether a text repeats a statement word for word, as the message made it. If a text fails,
 * it can still state the detail in other words. The test uses none of the thresholds in `carry.ts`,
 * so it can find errors of the tracer.
 */
import type { Variable } from "../../graph/model.ts";
import { sameTime } from "../../text/calendar.ts";
import { rejects } from "../../text/denial/rejected-side.ts";
import { isNegated } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { isHeading } from "../carry/subject.ts";
import { RELATION_WORDS } from "../carry/words/role-swap.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { Need } from "../needs/need.ts";
import { PLAIN_WORDS } from "../thresholds.ts";

/**
 * Whether the given sentences repeat the detail word for word. If the message stated the detail in
 * several sentences, the given sentences must repeat each of them.
 */
type PlainTest = (sentences: readonly Sentence[]) => boolean;

/**
 * Returns a function that makes the test for a needed detail. The function returns undefined if the
 * test would not be reliable: the statement is very short, or another message has the same words.
 */
export function plainTests(
  messages: readonly Variable[],
  { message, sentencesOf, speakers }: MessageCorpus,
): (need: Need) => PlainTest | undefined {
  const wanted = new Map<Need, readonly Wanted[]>();
  const wantedOf = (need: Need): readonly Wanted[] => {
    const known = wanted.get(need);
    if (known !== undefined) return known;
    const found = sentencesWanted(need, sentencesOf);
    const isTold = found.length > 0 && found.every(({ words }) => isTelling(words));
    // If another message has the same words, these words in a text do not show that the text was
    // made from this message. The text may be about another person. So no test is made.
    const isSaidTwice = messages.some(
      (other) =>
        !need.sources.includes(other.id) &&
        found.every((each) => message(other).sentences.some(each.isMadeBy)),
    );
    const made = isTold && !isSaidTwice ? found : [];
    wanted.set(need, made);
    return made;
  };
  return (need) => {
    const found = wantedOf(need);
    if (found.length === 0) return undefined;
    const isOfAnother = (word: string) =>
      speakers.has(word) && word !== need.subject && !need.others.has(word);
    return (sentences) => {
      // Most texts do not contain the statement, so run this fast test first.
      if (!found.every((each) => sentences.some(each.isMadeBy))) return false;
      let isBelowAnother = false;
      const own = sentences.filter((sentence) => {
        const isNamed = sentence.stems.some((word) => speakers.has(word));
        if (isHeading(sentence, speakers)) isBelowAnother = sentence.stems.some(isOfAnother);
        else if (isBelowAnother && !isNamed) return false;
        return !sentence.stems.some(isOfAnother) && tellsDay(sentence, need);
      });
      return found.every((each) => own.some(each.isMadeBy));
    };
  };
}

/**
 * Whether the sentence itself names the needed day. A relative time such as "yesterday" is not
 * enough: if the message is copied on another day, the copied word means another day.
 */
function tellsDay(sentence: Sentence, { days }: Need): boolean {
  if (days === undefined) return true;
  return sentence.times().some((mention) => {
    const meant = mention.resolve(undefined);
    return meant !== undefined && sameTime(meant, days);
  });
}

interface Wanted {
  readonly words: readonly string[];
  readonly isMadeBy: (sentence: Sentence) => boolean;
}

function sentencesWanted(need: Need, sentencesOf: MessageCorpus["sentencesOf"]): Wanted[] {
  const detail = new Set([...need.core.map(({ stem }) => stem), ...need.timeWords]);
  const isWhole = need.core.length === 0 && need.days === undefined;
  return sentencesOf(need.statement)
    .filter((sentence) => isWhole || sentence.stems.some((stem) => detail.has(stem)))
    .map((sentence) => ({ words: sentence.stems, isMadeBy: makes(sentence) }));
}

/**
 * Returns a function that tells whether a sentence makes the same statement as `own`. The sentence
 * must have the content words of `own` in the same order, with no other content word between them.
 * Either both sentences are negative or neither is. If `own` rejects something ("tea rather than
 * coffee") or has a word such as "without", the function words must be the same too, because they
 * tell what is rejected.
 */
function makes(own: Sentence): (sentence: Sentence) => boolean {
  const isChoice = rejects(own.text) || own.words().some((word) => RELATION_WORDS.has(word));
  const wordsOf = (sentence: Sentence) => (isChoice ? sentence.words() : sentence.stems);
  const words = wordsOf(own);
  const isDenied = isNegated(own.text);
  const [first] = words;
  return (sentence) => {
    if (first === undefined) return false;
    const said = wordsOf(sentence);
    for (let at = said.indexOf(first); at >= 0; at = said.indexOf(first, at + 1)) {
      if (words.every((word, i) => said[at + i] === word))
        return isNegated(sentence.text) === isDenied;
    }
    return false;
  };
}

function isTelling(words: readonly string[]): boolean {
  return words.length >= PLAIN_WORDS || (words.length + 1 >= PLAIN_WORDS && words.some(hasDigit));
}

function hasDigit(word: string): boolean {
  return /\d/.test(word);
}
