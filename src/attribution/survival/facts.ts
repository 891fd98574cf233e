/**
 * Finds the facts that a message states: times, numbers, names, and statements. A statement must
 * have enough rare words to be recognised in other texts. Questions, greetings and fields such as
 * `Timestamp: …` state no facts.
 */
import type { Variable } from "../../graph/model.ts";
import type { FactKind } from "../../protocol/api/explorer/survival.ts";
import { isSmallTalk } from "../../text/languages/small-talk.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems, plainStems } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { readExpected } from "../needs/expected-answer.ts";
import type { Need, NeedsInput } from "../needs/need.ts";
import { keySentences, spokenOf, statement } from "../needs/need-statement.ts";
import { RARE_WORD } from "../thresholds.ts";

export interface Fact {
  readonly kind: FactKind;
  readonly need: Need;
  readonly sentence: string;
}

/**
 * A message has at most this number of facts. If it is a long document, its first facts stand for
 * all.
 */
const MAX_FACTS = 24;
/**
 * A statement must have at least this number of rare words. A single rare word can be in another
 * text by chance.
 */
const LEAST_RARE = 2;
/**
 * A name is a fact only if it has at least this rarity. A more frequent name does not belong to one
 * message.
 */
const RARE_NAME = 0.5;

const QUESTION = /[?？]\s*["'”’)\]]*$/;
/** Matches a line that has only a field name and its value: `Timestamp: 2023-04-25T11:24:00`. */
const FIELD = /^[\p{L}_][\p{L}\d_ -]{0,30}:\s*\S*$/u;
const NUMBER = /^\d/;
/** Matches a capital letter before small letters, as in "Anna", "O'Brien" and "McCoy". */
const CAPITALISED = /^["'“‘(]*(?:\p{Lu}\p{Ll}{2,}|\p{Lu}\p{Ll}{0,2}['’]?\p{Lu}\p{Ll}{2,})/u;
/** The stem of "one". This word is usually a pronoun, so the stem alone is not a fact. */
const PRONOUN = "1";

const NO_ANSWER = readExpected([], new Set());

/**
 * Finds the neighbouring sentences of the message that contain most of the wanted words, and
 * returns them as one fact.
 */
export function statementWith(
  words: readonly string[],
  message: Variable,
  corpus: MessageCorpus,
): Fact {
  const input = inputOf(message, corpus);
  const key = keySentences(spokenOf(corpus.message(message).sentences), words, input);
  const stated = new Set(key.flatMap(({ stems }) => stems));
  const own = words.filter((word) => stated.has(word));
  const sentence = key.map(({ text }) => text).join(" ");
  return { kind: "statement", sentence, need: statement(message, key, own, sentence, input) };
}

function inputOf(message: Variable, corpus: MessageCorpus): NeedsInput {
  return {
    ...{
      queryStems: [],
      askedTogether: [],
      isInferred: false,
      asksForPerson: false,
      isTranslated: false,
      expected: NO_ANSWER,
      corpus,
    },
    ...{ evidence: [message], answer: "" },
  };
}

export function factsOf(message: Variable, corpus: MessageCorpus): Fact[] {
  const { sentences, day } = corpus.message(message);
  const input = inputOf(message, corpus);
  const facts: Fact[] = [];
  for (const sentence of spokenOf(sentences)) {
    if (facts.length >= MAX_FACTS) break;
    if (QUESTION.test(sentence.text) || FIELD.test(sentence.text)) continue;
    if (isSmallTalk(sentence.text)) continue;
    const add = (kind: FactKind, need: Need) => facts.push({ kind, need, sentence: sentence.text });
    const detail = (stems: readonly string[], text: string) =>
      statement(message, [sentence], stems, text, input);
    const inTimes = timeWords(sentence);
    for (const mention of sentence.times()) {
      const days = mention.resolve(day);
      if (days === undefined) continue;
      const words = new Set(contentStems(mention.text));
      add("time", { ...detail([], mention.text), days, timeWords: words });
    }
    const own = [...new Set(sentence.stems)].filter(
      (each) => !inTimes.has(each) && !isSpeaker(each, corpus),
    );
    for (const each of own) {
      if (NUMBER.test(each) && each !== PRONOUN) add("number", detail([each], each));
    }
    for (const { stem: each, text } of namesIn(sentence, own, corpus)) {
      add("name", detail([each], text));
    }
    const rare = own.filter((each) => corpus.rarity(each) >= RARE_WORD);
    if (rare.length >= LEAST_RARE) add("statement", detail(rare, sentence.text));
  }
  return facts.slice(0, MAX_FACTS);
}

function timeWords(sentence: Sentence): ReadonlySet<string> {
  return new Set(sentence.times().flatMap((time) => plainStems(time.text)));
}

/** Whether the word is a speaker's name, or the beginning of one (a nickname). */
function isSpeaker(each: string, { speakers }: MessageCorpus): boolean {
  for (const name of speakers) if (name.startsWith(each)) return true;
  return false;
}

/** Returns the capitalised words of the sentence, without its first word. */
function namesIn(
  { text }: Sentence,
  own: readonly string[],
  corpus: MessageCorpus,
): { readonly stem: string; readonly text: string }[] {
  const found = new Map<string, string>();
  for (const word of text.split(/\s+/).slice(1)) {
    if (!CAPITALISED.test(word)) continue;
    const [each] = contentStems(word);
    if (each === undefined || !own.includes(each) || found.has(each)) continue;
    if (corpus.rarity(each) >= RARE_NAME) found.set(each, word.replaceAll(/[^\p{L}\d'’-]/gu, ""));
  }
  return [...found].map(([each, word]) => ({ stem: each, text: word }));
}
