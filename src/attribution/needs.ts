/**
 * The critical information of a case: the details that the answer needs, each tied to the message
 * that brought it and to the statement it stands in there.
 */
import type { Variable } from "../graph/model.ts";
import type { Detail } from "../protocol/attribution.ts";
import { type AnswerPart, coverage, type ExpectedAnswer } from "./expected-answer.ts";
import type { Reading } from "./reading.ts";
import type { Days } from "./text/calendar.ts";
import type { Sentence } from "./text/sentences.ts";
import { sameTime } from "./text/times.ts";
import { contentStems, stem, wordsOf } from "./text/words.ts";

interface WeighedStem {
  readonly stem: string;
  readonly weight: number;
}

export interface Need extends Detail {
  /** The detail itself; empty where it is a time. At most 30, so that a match fits in bits. */
  readonly core: readonly WeighedStem[];
  /** The rest of the statement, by which a text is known to state it of the same thing. */
  readonly around: readonly WeighedStem[];
  /** Sentences that the statement spans in its message. */
  readonly sentences: number;
  /** The days that the detail means, where it is a time. */
  readonly days?: Days;
  /** The day on which the message was said. */
  readonly day: number | undefined;
  /** Stem of the name of whoever says it. */
  readonly subject: string | undefined;
  /** Stems of other speakers whom the statement names. */
  readonly others: ReadonlySet<string>;
  /** The statement as the message words it. */
  readonly statement: string;
  /** Its content words as written, with their stems. */
  readonly words: readonly { readonly text: string; readonly stem: string }[];
  /** All words of each of its sentences in order, as stems; function words as they are. */
  readonly order: readonly (readonly string[])[];
  /** Stems of the words that name the time, where the detail is one. */
  readonly timeWords: ReadonlySet<string>;
  /** Messages that state the detail. */
  readonly sources: readonly string[];
}

export interface Needs {
  readonly needs: readonly Need[];
  /** Parts and times of the expected answer that no given message states. */
  readonly unsupported: readonly string[];
  /** True where the answer words are not in the evidence and its whole statement is followed. */
  readonly paraphrased: boolean;
}

const MAX_WORDS = 30;
/** A part counts as stated by a message from this share of its words. */
const STATED = 0.5;

export interface NeedsInput {
  readonly expected: ExpectedAnswer;
  readonly evidence: readonly Variable[];
  readonly queryStems: readonly string[];
  readonly reading: Reading;
}

/** Whole statements that are followed where the answer words are in none of them. */
const MAX_STATEMENTS = 12;

export function needsOf(input: NeedsInput): Needs {
  const { expected, evidence, reading } = input;
  const needs: Need[] = [];
  const unsupported: string[] = [];
  for (const time of expected.times) {
    const found = evidence.flatMap((message) => timeNeed(message, time, input));
    const best = found.toSorted((a, b) => b.fit - a.fit).at(0);
    if (best === undefined) unsupported.push(time.text);
    else needs.push(best.need);
  }
  for (const part of isCount(input) ? [] : expected.parts) {
    const scored = evidence.map((message) => ({
      message,
      share: stated(part, message, reading),
      topic: topicShare(message, input),
    }));
    const best = scored.toSorted((a, b) => b.share - a.share || b.topic - a.topic).at(0);
    if (best === undefined || best.share < STATED) {
      unsupported.push(part.text);
      continue;
    }
    const sources = scored.filter((s) => s.share >= best.share - 0.01).map((s) => s.message.id);
    needs.push({ ...wordsNeed(best.message, part, input), sources });
  }
  if (needs.length > 0) return { needs, unsupported, paraphrased: false };
  return {
    needs: evidence.slice(0, MAX_STATEMENTS).flatMap((message) => statementNeed(message, input)),
    unsupported,
    paraphrased: true,
  };
}

/** Whether the answer counts what the messages say, each of which matters whole. */
export function isCount({
  expected,
  evidence,
}: Pick<NeedsInput, "expected" | "evidence">): boolean {
  return expected.isNumber && evidence.length > 1;
}

export function stated(part: AnswerPart, message: Variable, reading: Reading): number {
  return coverage(part.stems, stemsOf(message, reading), reading.rarity);
}

export function topicShare(
  message: Variable,
  { queryStems, reading }: Pick<NeedsInput, "queryStems" | "reading">,
): number {
  return coverage(queryStems, stemsOf(message, reading), reading.rarity);
}

function stemsOf(message: Variable, reading: Reading): Set<string> {
  const { content, speaker } = reading.message(message);
  const stems = new Set(reading.sentencesOf(content).flatMap((s) => s.stems));
  for (const name of speaker?.toLowerCase().split(/\s+/) ?? []) stems.add(stem(name));
  return stems;
}

function wordsNeed(message: Variable, part: AnswerPart, input: NeedsInput): Need {
  const { reading } = input;
  const sentences = reading.sentencesOf(reading.message(message).content);
  const key = keySentences(sentences, part.stems, input);
  const present = new Set(key.flatMap((s) => s.stems));
  const core = part.stems.filter((s) => coverage([s], present, () => 1) > 0);
  const wanted = core.length > 0 ? core : part.stems;
  return statement(message, key, wanted, part.text, input);
}

/** The whole key sentence, where the expected answer words it differently. */
function statementNeed(message: Variable, input: NeedsInput): Need[] {
  const { reading, expected, queryStems } = input;
  const sentences = reading.sentencesOf(reading.message(message).content);
  const asked = [...queryStems, ...expected.parts.flatMap((p) => p.stems)];
  const key = keySentences(sentences, asked, input);
  if (key.length === 0) return [];
  const topic = new Set(queryStems);
  const own = [...new Set(key.flatMap((s) => s.stems))].filter(
    (s) => !topic.has(s) && !reading.speakers.has(s),
  );
  const text = key.map((s) => s.text).join(" ");
  return [statement(message, key, own.length > 0 ? own : key.flatMap((s) => s.stems), text, input)];
}

function timeNeed(
  message: Variable,
  time: ExpectedAnswer["times"][number],
  input: NeedsInput,
): { need: Need; fit: number }[] {
  const { reading } = input;
  const { content, day } = reading.message(message);
  const days = time.days ?? time.mention.resolve(day);
  if (days === undefined) return [];
  const sentences = reading.sentencesOf(content);
  const topic = topicShare(message, input);
  const found: { need: Need; fit: number }[] = [];
  for (const [index, sentence] of sentences.entries()) {
    for (const mention of sentence.times()) {
      const meant = mention.resolve(day);
      if (meant === undefined || !sameTime(meant, days)) continue;
      const key = withTopic(sentences, index, input);
      const need = {
        ...statement(message, key, [], mention.text, input),
        days: overlap(meant, days),
        timeWords: new Set(contentStems(mention.text)),
      };
      const words = new Set(sentence.stems);
      found.push({ need, fit: 1 + topic + coverage(input.queryStems, words, reading.rarity) });
    }
  }
  if (
    found.length === 0 &&
    day !== undefined &&
    sameTime({ first: day, last: day }, days) &&
    topic > 0
  ) {
    const key = keySentences(sentences, input.queryStems, input);
    found.push({ need: { ...statement(message, key, [], time.text, input), days }, fit: topic });
  }
  return found;
}

function overlap(a: Days, b: Days): Days {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}

/** The sentence with the time, and the neighbour that says what happened where it says little itself. */
function withTopic(sentences: readonly Sentence[], index: number, input: NeedsInput): Sentence[] {
  const own = sentences[index];
  if (own === undefined) return [];
  const share = (s: Sentence | undefined) =>
    s === undefined ? 0 : coverage(input.queryStems, new Set(s.stems), input.reading.rarity);
  if (own.stems.length >= 4 && share(own) > 0) return [own];
  const [before, after] = [sentences[index - 1], sentences[index + 1]];
  if (before !== undefined && share(before) >= share(after)) return [before, own];
  return after === undefined ? [own] : [own, after];
}

/** The fewest neighbouring sentences that together state most of the wanted words. */
function keySentences(
  sentences: readonly Sentence[],
  wanted: readonly string[],
  input: NeedsInput,
): Sentence[] {
  const { reading, queryStems } = input;
  let best: { key: readonly Sentence[]; score: number } = { key: sentences.slice(0, 1), score: 0 };
  for (let span = 1; span <= 3; span += 1) {
    for (let start = 0; start + span <= sentences.length; start += 1) {
      const key = sentences.slice(start, start + span);
      const stems = new Set(key.flatMap((s) => s.stems));
      const score =
        coverage(wanted, stems, reading.rarity) +
        0.3 * coverage(queryStems, stems, reading.rarity) -
        0.15 * (span - 1);
      if (score > best.score + 1e-9) best = { key, score };
    }
  }
  return [...best.key];
}

/** Weight of surrounding words from which a statement can be told from chance. */
const ENOUGH_AROUND = 2;

/** The key sentences, with neighbours where they say too little to be recognised by. */
function recognisable(
  message: Variable,
  key: readonly Sentence[],
  core: ReadonlySet<string>,
  { reading }: NeedsInput,
): readonly Sentence[] {
  const all = reading.sentencesOf(reading.message(message).content);
  const weight = (some: readonly Sentence[]) => {
    const stems = new Set(
      some.flatMap((s) => s.stems).filter((s) => !core.has(s) && !reading.speakers.has(s)),
    );
    return [...stems].reduce((total, s) => total + reading.rarity(s), 0);
  };
  const [start] = key;
  let first = start === undefined ? -1 : all.indexOf(start);
  let last = first + key.length - 1;
  while (
    first >= 0 &&
    weight(all.slice(first, last + 1)) < ENOUGH_AROUND &&
    last - first < all.length - 1
  ) {
    const before = first > 0 ? weight(all.slice(first - 1, last + 1)) : -1;
    const after = last + 1 < all.length ? weight(all.slice(first, last + 2)) : -1;
    if (before >= after) first -= 1;
    else last += 1;
  }
  return first < 0 ? key : all.slice(first, last + 1);
}

function statement(
  message: Variable,
  found: readonly Sentence[],
  coreStems: readonly string[],
  text: string,
  input: NeedsInput,
): Need {
  const { reading } = input;
  const { speaker, day } = reading.message(message);
  const key = recognisable(message, found, new Set(coreStems), input);
  const stems = [...new Set(key.flatMap((s) => s.stems))];
  const subject =
    speaker === undefined ? undefined : stem(speaker.toLowerCase().split(/\s+/)[0] ?? "");
  const core = weigh(coreStems, input);
  const inCore = new Set(coreStems);
  const timeWords = new Set(
    key.flatMap((s) => s.times()).flatMap((t) => t.text.toLowerCase().split(/\s+/).map(stem)),
  );
  const around = stems.filter(
    (s) => !inCore.has(s) && !reading.speakers.has(s) && !timeWords.has(s),
  );
  return {
    text,
    from: message.id,
    core,
    around: weigh(around, input),
    sentences: Math.max(1, key.length),
    day,
    subject,
    others: new Set(stems.filter((s) => reading.speakers.has(s) && s !== subject)),
    statement: found.map((s) => s.text).join(" "),
    words: wordsOf(found.map((s) => s.text).join(" ")),
    order: found.map((s) => s.words()),
    timeWords: new Set<string>(),
    sources: [message.id],
  };
}

/** The rarest first, since only so many fit. */
function weigh(stems: readonly string[], { reading }: NeedsInput): WeighedStem[] {
  return stems
    .map((s) => ({ stem: s, weight: reading.rarity(s) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS);
}
