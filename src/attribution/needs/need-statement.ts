/**
 * Finds the sentences of a message that state a needed detail. The words around the detail show
 * what the detail is about. Another text with these words is probably about the same thing.
 */
import type { Variable } from "../../graph/model.ts";
import { deniesWithoutNot } from "../../text/denial/denial-without-not.ts";
import { exactDurations } from "../../text/durations.ts";
import { namesHearer, namesSpeaker } from "../../text/languages/labels/person-words.ts";
import { isExactFigure } from "../../text/numbers.ts";
import { isNegated } from "../../text/polarity.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems, plainStems, stem, wordsOf } from "../../text/words.ts";
import { FURTHER_SENTENCE, QUESTION_WORDS, RECOGNISABLE_WEIGHT } from "../thresholds.ts";
import { type AnswerPart, coverage } from "./expected-answer.ts";
import { type Need, type NeedsInput, weighedStems } from "./need.ts";

/**
 * Returns the sentence at `index`, which names a time. If the sentence is very short or has no word
 * of the question, it hardly says what happened at the time. Then the sentence before or after it
 * is returned too: the one with more words of the question.
 */
export function withTopic(
  sentences: readonly Sentence[],
  index: number,
  input: NeedsInput,
): Sentence[] {
  const own = sentences[index];
  if (own === undefined) return [];
  const share = (s: Sentence | undefined) =>
    s === undefined ? 0 : coverage(input.queryStems, new Set(s.stems), input.corpus.rarity);
  if (own.stems.length >= 4 && share(own) > 0) return [own];
  const [before, after] = [sentences[index - 1], sentences[index + 1]];
  if (before !== undefined && share(before) >= share(after)) return [before, own];
  return after === undefined ? [own] : [own, after];
}

/** Whether the message has each exact figure of the part, and the part has at least one. */
export function statesFigures(part: AnswerPart, message: Variable, { corpus }: NeedsInput) {
  const figures = part.stems.filter(isExactFigure);
  const said = new Set(corpus.message(message).stems);
  return figures.length > 0 && figures.every((figure) => said.has(figure));
}

/** Matches a note in brackets, such as the caption of a picture. Nobody said such a note. */
const NOTE = /^[[(（【][^\])）】]*[\])）】]\.?$/u;

/** Returns the sentences that are not notes in brackets. If all of them are notes, returns all. */
export function spokenOf(sentences: readonly Sentence[]): readonly Sentence[] {
  const spoken = sentences.filter(({ text }) => !NOTE.test(text.trim()));
  return spoken.length > 0 ? spoken : sentences;
}

/** Returns up to three neighbouring sentences that state most of the wanted words. */
export function keySentences(
  sentences: readonly Sentence[],
  wanted: readonly string[],
  input: NeedsInput,
): Sentence[] {
  const { corpus, queryStems } = input;
  const longest = sentences.toSorted((a, b) => b.stems.length - a.stems.length).slice(0, 1);
  let best: { key: readonly Sentence[]; score: number } = { key: longest, score: 0 };
  for (let span = 1; span <= 3; span += 1) {
    for (let start = 0; start + span <= sentences.length; start += 1) {
      const key = sentences.slice(start, start + span);
      const stems = new Set(key.flatMap((s) => s.stems));
      const score =
        coverage(wanted, stems, corpus.rarity) +
        QUESTION_WORDS * coverage(queryStems, stems, corpus.rarity) -
        FURTHER_SENTENCE * (span - 1);
      if (score > best.score + 1e-9) best = { key, score };
    }
  }
  return [...best.key];
}

/**
 * Returns the sentences in `key`. If they have too few rare words, a text that repeats the
 * statement cannot be recognised. Then neighbouring sentences are added until the rare words are
 * enough.
 */
function recognisable(
  message: Variable,
  key: readonly Sentence[],
  core: ReadonlySet<string>,
  { corpus }: NeedsInput,
): readonly Sentence[] {
  const { sentences: all } = corpus.message(message);
  const weight = (some: readonly Sentence[]) => {
    const stems = new Set(
      some.flatMap((s) => s.stems).filter((s) => !core.has(s) && !corpus.speakers.has(s)),
    );
    return [...stems].reduce((total, s) => total + corpus.rarity(s), 0);
  };
  const [start] = key;
  let first = start === undefined ? -1 : all.indexOf(start);
  let last = first + key.length - 1;
  while (
    first >= 0 &&
    weight(all.slice(first, last + 1)) < RECOGNISABLE_WEIGHT &&
    last - first < all.length - 1
  ) {
    const before = first > 0 ? weight(all.slice(first - 1, last + 1)) : -1;
    const after = last + 1 < all.length ? weight(all.slice(first, last + 2)) : -1;
    if (before >= after) first -= 1;
    else last += 1;
  }
  return first < 0 ? key : all.slice(first, last + 1);
}

/**
 * If the expected answer is yes or no, returns fields of `Need` that tell whether another text
 * agrees with the claim or denies it. Otherwise, returns no fields.
 */
export function polarityOfClaim(
  claim: string,
  { expected, queryStems, corpus }: NeedsInput,
): Pick<Need, "negated" | "affirms" | "refutes"> {
  if (expected.polarity === undefined) return {};
  const negated = isNegated(claim);
  if (deniesWithoutNot(queryStems.join(" "))) return { negated };
  if (expected.polarity === "yes") return { negated, affirms: true };
  const isTopic = (stem: string) => !corpus.speakers.has(stem) && !PRESENT.has(stem);
  return { negated, refutes: queryStems.filter(isTopic) };
}

/** Stems of words that only ask about the present, as in "Is he still ill?" */
const PRESENT = new Set(
  contentStems("still already now currently yet anymore today nowadays presently"),
);

/**
 * Whether the sentences are about the person who says them. This is assumed if they have "I". It is
 * also assumed if they have no "you", and at least one of them is not a question.
 */
function isOfOwn(key: readonly Sentence[]): boolean {
  const text = key.map((sentence) => sentence.text).join(" ");
  if (namesSpeaker(text)) return true;
  return !namesHearer(text) && !key.every((sentence) => /[?？]\s*$/.test(sentence.text));
}

/** Names of speakers who repeat facts about the user, and seldom state facts about themselves. */
const ASSISTANTS = new Set(
  "assistant ai bot chatbot agent model support helpdesk hotline operator desk service system"
    .split(" ")
    .map(stem),
);

/**
 * Returns a needed detail with its statement.
 * @param found the sentences of the message that state the detail
 * @param coreStems stems of the detail's words; empty if the detail is a time
 * @param text the detail as the UI and the API show it
 */
export function statement(
  message: Variable,
  found: readonly Sentence[],
  coreStems: readonly string[],
  text: string,
  input: NeedsInput,
): Need {
  const { corpus } = input;
  const { speakerStems, day } = corpus.message(message);
  const key = recognisable(message, found, new Set(coreStems), input);
  const stems = [...new Set(key.flatMap((s) => s.stems))];
  const isAssistant =
    speakerStems.length === 0 || speakerStems.some((each) => ASSISTANTS.has(each));
  const subject = !isAssistant && isOfOwn(found) ? speakerStems[0] : undefined;
  const core = weighedStems(coreStems, corpus);
  const inCore = new Set(coreStems);
  const timeWords = new Set(key.flatMap((s) => s.times()).flatMap((t) => plainStems(t.text)));
  const around = stems.filter(
    (s) => !inCore.has(s) && !corpus.speakers.has(s) && !timeWords.has(s),
  );
  return {
    text,
    from: message.id,
    core,
    around: weighedStems(around, corpus),
    sentences: Math.max(1, key.length),
    lengths: key
      .flatMap((s) => exactDurations(s.text))
      .map(({ days, text: said }) => ({ days, stems: contentStems(said) })),
    day,
    subject,
    others: new Set(
      [...(subject === undefined ? [] : speakerStems), ...key.flatMap(corpus.namesIn)].filter(
        (name) => name !== subject,
      ),
    ),
    statement: found.map((s) => s.text).join(" "),
    words: wordsOf(found.map((s) => s.text).join(" ")),
    order: found.map((s) => s.words()),
    timeWords: new Set<string>(),
    sources: [message.id],
  };
}
