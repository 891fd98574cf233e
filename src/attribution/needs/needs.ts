import type { Variable } from "../../graph/model.ts";
import { type Days, sameTime, spansOf } from "../../text/calendar.ts";
import { clauseWith } from "../../text/denial/denied-words.ts";
import { beginningOf, durations } from "../../text/durations.ts";
import { UNIT_WORDS } from "../../text/numbers.ts";
import type { Sentence } from "../../text/sentences.ts";
import { shortenedIn } from "../../text/spelling/shortened-thousands.ts";
import { otherHours } from "../../text/times/same-hour.ts";
import { allStems, contentStems } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { SAME_SHARE, STATED_PART, STATED_PARTLY } from "../thresholds.ts";
import { bridgeNeed, statementNeed } from "./derived-needs.ts";
import { piecesOf } from "./divided-part.ts";
import { type AnswerPart, coverage, type ExpectedAnswer, lengthStems } from "./expected-answer.ts";
import { inUnitsOf } from "./in-units.ts";
import { namesakesOf } from "./namesakes.ts";
import type { Need, Needs, NeedsInput } from "./need.ts";
import {
  keySentences,
  polarityOfClaim,
  spokenOf,
  statement,
  statesFigures,
  withTopic,
} from "./need-statement.ts";

/**
 * If no evidence message has words of the expected answer, the tracer follows whole statements: at
 * most this number of them.
 */
const MAX_STATEMENTS = 12;

/**
 * Returns the details that the expected answer needs. If no evidence message has words of the
 * expected answer, the answer follows only from all evidence messages together. Then the statement
 * of each message is one needed detail.
 */
export function needsOf(input: NeedsInput): Needs {
  const { expected, evidence, corpus } = input;
  // No message states the answer "unknown", so no operation could lose it.
  if (expected.isUnknown)
    return { needs: [], implied: [], partly: [], unsupported: [], paraphrased: false };
  const needs: Need[] = [];
  const unsupported: string[] = [];
  const partly: Need[] = [];
  const isOne = expected.times.length + expected.parts.length === 1;
  const pieceOf = (text: string) => ({ answer: isOne ? input.answer : text });
  for (const time of expected.times) {
    const found = evidence.flatMap((message) => timeNeed(message, time, input));
    const best = found.toSorted((a, b) => b.fit - a.fit).at(0);
    if (best === undefined) {
      const told = timeInWords(time.text, input);
      if (told === undefined) unsupported.push(time.text);
      else needs.push({ ...told, ...pieceOf(time.text) });
    } else {
      const sources = [...new Set(found.flatMap(({ need }) => need.sources))];
      needs.push({ ...best.need, sources, ...pieceOf(time.text) });
    }
  }
  for (const part of isCount(input) ? [] : expected.parts) {
    const ranked = rankedBy(part, input);
    const [best] = ranked;
    if (
      best === undefined ||
      (best.share < STATED_PART && !statesFigures(part, best.message, input))
    ) {
      const spoken = speakerNeed(part, input);
      if (spoken === undefined) {
        unsupported.push(part.text);
        if (best !== undefined && best.share >= STATED_PARTLY)
          partly.push(wordsNeed(best.message, part, input));
      } else needs.push({ ...spoken, ...pieceOf(part.text) });
      continue;
    }
    const pieces = piecesOf(
      part,
      ranked.map(({ message }) => message),
      corpus,
    );
    for (const piece of pieces) {
      const [first = best, ...others] = pieces.length === 1 ? ranked : rankedBy(piece, input);
      const stating = [first, ...others.filter((s) => s.share >= first.share - SAME_SHARE)];
      for (const { person, messages } of ofEachAsked(stating, input)) {
        const sources = messages.map((s) => s.message.id);
        const [told = first] = messages;
        const need = wordsNeed(told.message, piece, input);
        needs.push({ ...need, ...person, sources, ...pieceOf(part.text) });
      }
    }
  }
  if (needs.length > 0) {
    const sources = new Set(needs.flatMap((need) => need.sources));
    const others = evidence.filter((message) => !sources.has(message.id));
    const beside = others.flatMap((message) => bridgeNeed(message, needs, input));
    const [unsaid, ...further] = unsupported;
    const implied =
      unsaid === undefined || further.length > 0
        ? []
        : others
            .flatMap((message) => statementNeed(message, input))
            .map((need) => ({ ...need, answer: unsaid, isPremise: true }));
    return { needs: [...needs, ...beside], implied, partly, unsupported, paraphrased: false };
  }
  const premises = isCount(input) ? evidence : onTopic(evidence, input);
  const stated = premises
    .slice(0, MAX_STATEMENTS)
    .flatMap((message) => statementNeed(message, input));
  return {
    needs: isCount(input)
      ? stated
      : stated.map((need) => ({ ...need, answer: input.answer, isPremise: true })),
    ...{ implied: [], unsupported, paraphrased: true },
    partly: isCount(input) || expected.polarity !== undefined ? [] : partly,
  };
}

interface Stating {
  readonly message: Variable;
  readonly share: number;
  readonly topic: number;
}

/** Sorts the evidence messages. The message that states most of the part comes first. */
function rankedBy(part: AnswerPart, input: NeedsInput): Stating[] {
  const scored = input.evidence.map((message) => ({
    message,
    share: statedInWords(part, message, input.corpus),
    topic: topicShare(message, input),
  }));
  return scored.toSorted((a, b) => b.share - a.share || b.topic - a.topic);
}

/**
 * Groups the messages that state one part of the expected answer. Usually, there is only one group.
 * But if the question lists several people, and at least two of them state this part, each of them
 * probably speaks about themselves. So each gets a group with their own messages.
 */
function ofEachAsked<Stating extends { readonly message: Variable }>(
  stating: readonly Stating[],
  { askedTogether, corpus }: NeedsInput,
): { readonly person?: Pick<Need, "person">; readonly messages: readonly Stating[] }[] {
  const isBy = (name: readonly string[]) => (each: Stating) =>
    name.every((stem) => corpus.message(each.message).speakerStems.includes(stem));
  const groups = askedTogether
    .map((name) => ({ person: personOf(name), messages: stating.filter(isBy(name)) }))
    .filter(({ messages }) => messages.length > 0);
  return groups.length > 1 ? groups : [{ messages: stating }];
}

function personOf([person]: readonly string[]): Pick<Need, "person"> {
  return person === undefined ? {} : { person };
}

/**
 * Returns the messages that have a word of the question; names do not count. If no message has such
 * a word, returns all messages.
 */
function onTopic(evidence: readonly Variable[], input: NeedsInput): readonly Variable[] {
  const { queryStems, corpus } = input;
  const topic = queryStems.filter((stem) => !corpus.speakers.has(stem));
  const about = evidence.filter(
    (message) => coverage(topic, corpus.message(message).stems, () => 1) > 0,
  );
  return about.length > 0 ? about : evidence;
}

/**
 * Whether the expected answer is a number and there are several evidence messages. Then it is
 * probably the number of these messages, and each of them becomes a needed detail. A message that
 * has the number with its noun ("8 crates") states it.
 */
function isCount({ expected, evidence, answer, corpus }: NeedsInput): boolean {
  if (!expected.isNumber || evidence.length < 2) return false;
  const [said] = /^\d+ ?\p{L}.*/u.exec(answer.trim()) ?? [];
  return !evidence.some(
    (message) => said !== undefined && corpus.message(message).content.includes(said),
  );
}

/**
 * Returns the share of the part's words that are in the message or in its speaker's name. Rare
 * words weigh more.
 */
export function stated(part: AnswerPart, message: Variable, corpus: MessageCorpus): number {
  const inOtherUnit = lengthStems(part.lengths, lengthsOf(message, corpus));
  const said = stemsOf(message, corpus);
  const spelled = spellingsIn(message, part, corpus);
  const has = new Set([...said, ...inOtherUnit, ...spelled.keys()]);
  const share = coverage(withoutUnits(part.stems, corpus), has, corpus.rarity);
  const figures = part.stems.filter((stem) => THREE_DIGITS.test(stem));
  const hasFigures = figures.length > 0 && figures.every((stem) => has.has(stem));
  return hasFigures ? Math.max(share, STATED_PART) : share;
}

/** Matches a figure that two messages seldom share by chance. */
const THREE_DIGITS = /^\d{3,}$/;

const UNIT_STEMS = new Set(UNIT_WORDS.flatMap(contentStems));

/**
 * If the part has a figure, leaves out its units that no message names. So if the expected answer
 * is "3 kg" and no message says "kg", a message with "3" is enough.
 */
export function withoutUnits(
  stems: readonly string[],
  corpus: Pick<MessageCorpus, "isSpoken">,
): readonly string[] {
  if (!stems.some((stem) => /^\d/.test(stem))) return stems;
  return stems.filter((stem) => corpus.isSpoken(stem) || !UNIT_STEMS.has(stem));
}

/**
 * Maps words of the answer part to the spellings that the message uses instead: an hour ("at four"
 * for "4:00"), or an amount without its thousands ("27" for "27,000").
 */
function spellingsIn(
  message: Variable,
  { stems, text }: AnswerPart,
  corpus: MessageCorpus,
): ReadonlyMap<string, string> {
  const { stems: said, content } = corpus.message(message);
  const found = new Map<string, string>();
  for (const stem of stems) {
    if (said.has(stem) || !/^\d/.test(stem)) continue;
    const hour = otherHours(stem, text, allStems(text)).find((each) => said.has(each));
    const spelled = hour ?? shortenedIn(content, stem);
    if (spelled !== undefined) found.set(stem, spelled);
  }
  return found;
}

function lengthsOf(message: Variable, corpus: MessageCorpus): number[] {
  return corpus.message(message).sentences.flatMap((sentence) => sentence.lengths());
}

/**
 * Like `stated`, except if the part has only names of speakers. `stated` also counts the name of
 * the message's speaker as a word of the message. For such a part, this name does not count: all
 * messages of the speaker have it, so it does not show that this message states the part.
 */
export function statedInWords(part: AnswerPart, message: Variable, corpus: MessageCorpus): number {
  return part.stems.every((each) => corpus.speakers.has(each))
    ? coverage(part.stems, corpus.message(message).stems, corpus.rarity)
    : stated(part, message, corpus);
}

/**
 * Returns the share of the question's words that are in the message or in its speaker's name. Rare
 * words weigh more.
 */
export function topicShare(
  message: Variable,
  { queryStems, corpus }: Pick<NeedsInput, "queryStems" | "corpus">,
): number {
  return coverage(queryStems, stemsOf(message, corpus), corpus.rarity);
}

function stemsOf(message: Variable, corpus: MessageCorpus): Set<string> {
  const { stems, speakerStems } = corpus.message(message);
  return new Set([...stems, ...speakerStems]);
}

function wordsNeed(message: Variable, given: AnswerPart, input: NeedsInput): Need {
  const { corpus } = input;
  const { sentences } = corpus.message(message);
  const part = inUnitsOf(sentences, inSpellingOf(message, given, corpus));
  const spoken = spokenOf(sentences);
  const share = (some: readonly Sentence[]) =>
    coverage(part.stems, new Set(some.flatMap(({ stems }) => stems)), corpus.rarity);
  const isSaid = share(spoken) >= share(sentences);
  const key = keySentences(isSaid ? spoken : sentences, part.stems, input);
  const present = new Set(key.flatMap((s) => s.stems));
  const core = part.stems.filter((s) => coverage([s], present, () => 1) > 0);
  const wanted = core.length > 0 ? core : part.stems;
  const need = statement(message, key, wanted, part.text, input);
  return {
    ...need,
    ...namesakesOf(need, stemsOf(message, corpus), input),
    ...polarityOfClaim(clauseWith(need.statement, new Set(wanted)), input),
  };
}

/**
 * Returns the needed detail if the question asks for a person, and this person is the speaker of an
 * evidence message. Then a memory must keep the speaker's name with the statement.
 */
function speakerNeed(part: AnswerPart, input: NeedsInput): Need | undefined {
  const { evidence, corpus, asksForPerson, queryStems } = input;
  // The question can name the person, as in "Who ran farther, Ana or Ben?". To answer it, the
  // memory must contain what the messages say, for example the distances. So the needed detail is
  // not the speaker's name.
  const isNamed = part.stems.some((stem) => queryStems.includes(stem));
  if (!asksForPerson || isNamed) return undefined;
  const message = evidence.find((each) => {
    const { speakerStems } = corpus.message(each);
    return part.stems.every((stem) => speakerStems.includes(stem));
  });
  if (message === undefined) return undefined;
  const key = keySentences(spokenOf(corpus.message(message).sentences), queryStems, input);
  const need = statement(message, key, part.stems, part.text, input);
  return { ...need, ...namesakesOf(need, stemsOf(message, corpus), input) };
}

/** Returns the part with its hours and amounts as the message spells them (see `spellingsIn`). */
function inSpellingOf(message: Variable, part: AnswerPart, corpus: MessageCorpus): AnswerPart {
  const spelled = spellingsIn(message, part, corpus);
  return { ...part, stems: part.stems.map((stem) => spelled.get(stem) ?? stem) };
}

/**
 * Matches an expected answer that says when something began, such as "since May". For such an
 * answer, durations in messages are read too: "for two months" also tells the beginning.
 */
const SINCE = /(?<!\p{L})(?:since|seit|desde|depuis|sinds)(?!\p{L})|自从|以来|から|부터/iu;

function timeNeed(
  message: Variable,
  time: ExpectedAnswer["times"][number],
  input: NeedsInput,
): { need: Need; fit: number }[] {
  const { corpus } = input;
  const { sentences, day } = corpus.message(message);
  const days = time.days ?? time.mention.resolve(day);
  if (days === undefined) return [];
  const topic = topicShare(message, input);
  const found: { need: Need; fit: number }[] = [];
  const isStart = SINCE.test(input.answer);
  for (const [index, sentence] of sentences.entries()) {
    const begun = isStart ? durations(sentence.text).map(beginningOf) : [];
    for (const mention of [...sentence.times(), ...begun]) {
      const meant = mention.resolve(day);
      if (meant === undefined || !sameTime(meant, days)) continue;
      const key = withTopic(sentences, index, input);
      const need = {
        ...statement(message, key, [], mention.text, input),
        days: overlap(meant, days),
        timeWords: new Set(contentStems(mention.text)),
      };
      const words = new Set(sentence.stems);
      found.push({ need, fit: 1 + topic + coverage(input.queryStems, words, corpus.rarity) });
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

/**
 * Returns the needed detail for a time whose days are unknown. For example, if the message with
 * "3 May" has no date, the year is unknown. Such a time is compared by its words and not by its
 * days. Takes the message with the most words of the time. Returns undefined if this message lacks
 * a word of the time, or if it has a date.
 */
function timeInWords(text: string, input: NeedsInput): Need | undefined {
  const part = { text, stems: [...new Set(contentStems(text))] };
  const [best] = part.stems.length === 0 ? [] : rankedBy(part, input);
  if (best === undefined || best.share < 1 || input.corpus.message(best.message).day !== undefined)
    return undefined;
  return wordsNeed(best.message, part, input);
}

function overlap(a: Days, b: Days): Days {
  if (a.isEither && b.isEither && a.first === b.first) return a;
  const shared = spansOf(a).flatMap((one) => spansOf(b).map((other) => commonDays(one, other)));
  return shared.find(({ first, last }) => first <= last) ?? commonDays(a, b);
}

function commonDays(a: Days, b: Days): Days {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}
