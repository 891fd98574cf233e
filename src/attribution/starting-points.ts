/** Messages to start from where no evidence is given: BM25 over the messages of the graph. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import type { FailedCase } from "../protocol/attribution.ts";
import { coverage, type ExpectedAnswer } from "./expected-answer.ts";
import { stated, topicShare } from "./needs.ts";
import { type Reading, readingOf } from "./reading.ts";
import { rolesOf } from "./roles.ts";
import { sameTime } from "./text/times.ts";
import { contentStems } from "./text/words.ts";

/** Messages that are looked at closely. */
export const STARTING_POINTS = 8;

/** Term saturation and length correction of BM25, at their customary values. */
const K1 = 1.5;
const B = 0.75;

/** The best-ranking messages for the words, best first. */
export function rankMessages(
  words: readonly string[],
  messages: readonly Variable[],
  reading: Reading,
): Variable[] {
  const documents = messages.map((message) => {
    const { content } = reading.message(message);
    const counts = new Map<string, number>();
    let length = 0;
    for (const sentence of reading.sentencesOf(content)) {
      for (const stem of sentence.stems) {
        counts.set(stem, (counts.get(stem) ?? 0) + 1);
        length += 1;
      }
    }
    return { message, counts, length };
  });
  const mean = documents.reduce((sum, d) => sum + d.length, 0) / Math.max(1, documents.length);
  const wanted = new Set(words);
  const frequency = new Map(
    [...wanted].map((w) => [w, documents.filter((d) => d.counts.has(w)).length]),
  );
  const scored = documents.map((document, index) => {
    let score = 0;
    for (const word of wanted) {
      const count = document.counts.get(word) ?? 0;
      if (count === 0) continue;
      const n = frequency.get(word) ?? 0;
      const idf = Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
      score +=
        (idf * count * (K1 + 1)) /
        (count + K1 * (1 - B + (B * document.length) / Math.max(1, mean)));
    }
    return { message: document.message, score, index };
  });
  return scored
    .filter((s) => s.score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map((s) => s.message);
}

/**
 * The rank, from 1, that each of the messages has when messages are searched by question and
 * expected answer; Infinity where the search does not find it.
 */
export function startingRanks(
  graph: EvolutionGraph,
  failed: FailedCase,
  wanted: readonly string[],
): number[] {
  const { messages } = rolesOf(graph, failed);
  const words = contentStems([failed.query, ...failed.expected].join(" "));
  const ranked = rankMessages(words, messages, readingOf(graph, messages));
  return wanted.map((id) => {
    const index = ranked.findIndex((message) => message.id === id);
    return index < 0 ? Number.POSITIVE_INFINITY : index + 1;
  });
}

export interface Question {
  readonly queryStems: readonly string[];
  readonly expected: ExpectedAnswer;
  readonly reading: Reading;
}

/** Which of the candidates state the parts of the expected answer, as an answer to this question. */
export function chooseEvidence(
  candidates: readonly Variable[],
  messages: readonly Variable[],
  question: Question,
): Variable[] {
  const { expected, reading } = question;
  const topic = topicScores(candidates, messages, question);
  const chosen = new Set<Variable>();
  /** The candidate that states most; one that states nothing is none. */
  const choose = (shareOf: (message: Variable) => number) => {
    const fits = candidates.map((message) => ({ message, share: shareOf(message) }));
    const best = fits
      .filter(({ share }) => share > 0)
      .map(({ message, share }) => ({ message, score: share + (topic.get(message.id) ?? 0) }))
      .sort((a, b) => b.score - a.score)
      .at(0);
    if (best !== undefined) chosen.add(best.message);
  };
  for (const time of expected.times) {
    choose((message) => (statesTime(message, time.days, reading) ? 1 : 0));
  }
  for (const part of expected.parts) {
    choose((message) => {
      const share = stated(part, message, reading);
      return share >= PARTLY_STATED ? 2 * share : 0;
    });
  }
  if (chosen.size === 0) {
    const asked = expected.parts.flatMap((part) => part.stems);
    choose((message) => NO_PART + coverage(asked, spokenStems(message, reading), reading.rarity));
  }
  return candidates.filter((message) => chosen.has(message));
}

/** A message that states less of a part is no candidate for it. */
const PARTLY_STATED = 0.34;
/** Where no message states a part, any may still be about the question. */
const NO_PART = 0.01;

function spokenStems(message: Variable, reading: Reading): Set<string> {
  const { content } = reading.message(message);
  return new Set(reading.sentencesOf(content).flatMap((s) => s.stems));
}

/** How much each candidate is about the question, by its words, its rank and what it replies to. */
function topicScores(
  candidates: readonly Variable[],
  messages: readonly Variable[],
  question: Question,
): ReadonlyMap<string, number> {
  const before = new Map(messages.map((message, index) => [message.id, messages[index - 1]]));
  return new Map(
    candidates.map((message, index) => {
      const previous = before.get(message.id);
      const replied = previous === undefined ? 0 : 0.7 * topicShare(previous, question);
      const rank = 0.5 * (1 - index / (2 * candidates.length));
      const asks = isQuestion(message, question.reading) ? 0.2 : 0;
      return [message.id, Math.max(topicShare(message, question), replied) + rank - asks];
    }),
  );
}

function isQuestion(message: Variable, reading: Reading): boolean {
  return reading.message(message).content.trimEnd().endsWith("?");
}

function statesTime(
  message: Variable,
  days: { first: number; last: number } | undefined,
  reading: Reading,
): boolean {
  if (days === undefined) return false;
  const { content, day } = reading.message(message);
  return reading.sentencesOf(content).some((s) =>
    s.times().some((mention) => {
      const meant = mention.resolve(day);
      return meant !== undefined && sameTime(meant, days);
    }),
  );
}
