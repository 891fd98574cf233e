/**
 * Finds needed details in messages that do not state the expected answer but imply it. For example,
 * the answer is the number of such messages, or a message gives the reason for a "yes". A message
 * can also be the premise of another one: without "My sister is Ida", "Ida moved to Rome" does not
 * tell where my sister lives.
 */
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { RARE_WORD, SPOKEN_OF } from "../thresholds.ts";
import { coverage, isBarePolarity } from "./expected-answer.ts";
import type { Need, NeedsInput } from "./need.ts";
import { keySentences, polarityOfClaim, spokenOf, statement } from "./need-statement.ts";

/**
 * Returns the needed detail of a message that implies the expected answer. The detail consists of
 * the names, the numbers or the time in the message, if these can decide the answer. Otherwise, it
 * is the whole statement.
 */
export function statementNeed(message: Variable, input: NeedsInput): Need[] {
  const { corpus, expected, queryStems, evidence } = input;
  const { sentences: all, day } = corpus.message(message);
  const sentences = spokenOf(all);
  const asked = [...queryStems, ...expected.parts.flatMap((part) => part.stems)];
  const found = keySentences(sentences, asked, input);
  const topics = asked.filter((each) => !corpus.speakers.has(each));
  const about = isAbout(found, topics) ? found : (telling(sentences, input) ?? found);
  const isOnlyNames = about.every(({ stems }) => stems.every((each) => corpus.speakers.has(each)));
  const key = isOnlyNames ? sentences.slice(0, MAX_SENTENCES) : about;
  if (key.length === 0) return [];
  const text = key.map((sentence) => sentence.text).join(" ");
  const topic = new Set(queryStems);
  const stems = [...new Set(key.flatMap((sentence) => sentence.stems))];
  if (isBarePolarity(expected)) {
    const shared = stems.filter((each) => topic.has(each) && !corpus.speakers.has(each));
    const told = shared.length > 0 ? shared : stems;
    return [{ ...whole(message, key, told, text, input), ...polarityOfClaim(text, input) }];
  }
  const isFigure = expected.parts.every((part) => part.stems.some((each) => /^\d/.test(each)));
  const tellers = isFigure || evidence.length > 1 ? tellersOf(key, input) : [];
  if (tellers.length > 0) return [statement(message, key, tellers, text, input)];
  const [mention] = isFigure ? key.flatMap((sentence) => sentence.times()) : [];
  const days = mention?.resolve(day);
  if (mention !== undefined && days !== undefined) {
    const need = statement(message, key, [], mention.text, input);
    return [{ ...need, days, timeWords: new Set(contentStems(mention.text)) }];
  }
  const need = whole(message, key, stems, text, input);
  // The expected answer can be "yes" or "no" with a reason: "no, it is too late". A message that
  // gives only the reason says neither yes nor no. So test whether the message has enough words of
  // the question.
  const isClaim = coverage(queryStems, new Set(stems), corpus.rarity) >= SPOKEN_OF;
  return [isClaim ? { ...need, ...polarityOfClaim(text, input) } : need];
}

/**
 * If the chosen sentences of a message have only names, the first sentences of the message become
 * the statement instead. This is the maximum number of these sentences.
 */
const MAX_SENTENCES = 3;

function isAbout(key: readonly Sentence[], asked: readonly string[]): boolean {
  return key.some((sentence) => sentence.stems.some((each) => asked.includes(each)));
}

/**
 * A sentence states a fact if it has at least this number of content words, or if it contains a
 * number. "Hey Mel!" has only two words, so it states no fact. "Six miles!" contains a number, so
 * it states a fact.
 */
const FACT_WORDS = 3;

/**
 * Among the sentences that state a fact, returns the one with the most names and numbers. Returns
 * undefined if they have none.
 */
function telling(sentences: readonly Sentence[], input: NeedsInput): Sentence[] | undefined {
  const isFact = ({ stems }: Sentence) =>
    stems.length >= FACT_WORDS || stems.some((each) => /^\d/.test(each));
  const facts = sentences.filter(isFact);
  const told = facts.map((sentence) => ({ sentence, names: tellersOf([sentence], input) }));
  const best = told.toSorted((a, b) => b.names.length - a.names.length).at(0);
  return best === undefined || best.names.length === 0 ? undefined : [best.sentence];
}

/**
 * Returns the whole statement as one needed detail. Its `core` is empty, and all its words are in
 * `around`. A text states this detail only if it has enough of these words.
 */
function whole(
  message: Variable,
  key: readonly Sentence[],
  stems: readonly string[],
  text: string,
  input: NeedsInput,
): Need {
  const need = statement(message, key, stems, text, input);
  return { ...need, core: [], around: need.core };
}

/**
 * Returns the needed detail of a message that is a premise of other messages. For example, "My
 * sister is Ida" is a premise of "Ida moved to Rome". The detail consists of the words that connect
 * this message with the other messages, such as "Ida". A connecting word is rare, occurs in `needs`
 * (the details of the other messages), and does not occur in the question.
 */
export function bridgeNeed(message: Variable, needs: readonly Need[], input: NeedsInput): Need[] {
  const { corpus, queryStems } = input;
  const topic = new Set(queryStems);
  const { sentences } = corpus.message(message);
  const others = new Set(
    needs.flatMap(({ core, around }) => [...core, ...around].map((word) => word.stem)),
  );
  const key = keySentences(sentences, [...others, ...queryStems], input);
  const shared = [...new Set(key.flatMap((sentence) => sentence.stems))].filter(
    (each) => others.has(each) && !topic.has(each) && !corpus.speakers.has(each),
  );
  const core = shared.filter((each) => corpus.rarity(each) >= RARE_WORD);
  const text = key.map((sentence) => sentence.text).join(" ");
  return core.length === 0 ? [] : [statement(message, key, core, text, input)];
}

/** Matches a capitalised word that is not the first word of a sentence. */
const NAME = /\p{Lu}(?<=[^\s.!?"“(]\s+["“(]?\p{Lu})[\p{L}'’-]+/gu;

/**
 * Returns the stems of the numbers and names in the sentences, without the words of the question
 * and the names of speakers. A text that paraphrases a statement still contains such words.
 */
function tellersOf(key: readonly Sentence[], { queryStems, corpus }: NeedsInput): string[] {
  const asked = new Set(queryStems);
  const times = new Set(key.flatMap((s) => s.times()).flatMap((t) => contentStems(t.text)));
  const names = new Set(
    key.flatMap(({ text }) => [...text.matchAll(NAME)].flatMap(([name]) => contentStems(name))),
  );
  return [...new Set(key.flatMap((sentence) => sentence.stems))].filter(
    (each) =>
      (/^\d/.test(each) ? !times.has(each) : names.has(each)) &&
      !asked.has(each) &&
      !corpus.speakers.has(each),
  );
}
