/** Which of the best-ranking messages state the parts of the expected answer. */
import type { Variable } from "../../graph/model.ts";
import type { Days } from "../../text/calendar.ts";
import { sameTime } from "../../text/times.ts";
import { coverage } from "../needs/expected-answer.ts";
import { stated, topicShare } from "../needs/needs.ts";
import { ASKING_WEIGHT, PARTLY_STATED, RANK_WEIGHT, REPLY_WEIGHT } from "../thresholds.ts";
import type { Reading } from "./message-corpus.ts";
import type { Question } from "./question.ts";

/** Maximum messages that are compared closely. */
export const STARTING_POINTS = 8;

/** The candidates that state the parts of the expected answer, as an answer to this question. */
export function chooseEvidence(
  candidates: readonly Variable[],
  messages: readonly Variable[],
  question: Question,
): Variable[] {
  const { expected, reading } = question;
  const topic = topicScores(candidates, messages, question);
  const chosen = new Set<Variable>();
  /** Adds the candidate that states the most, or none if no candidate states anything. */
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
    choose((message) => (saysTime(message, time.days, reading) ? 1 : 0));
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

/** If no message states a part, any message may still be about the question. */
const NO_PART = 0.01;

function spokenStems(message: Variable, reading: Reading): Set<string> {
  const { content } = reading.message(message);
  return new Set(reading.sentencesOf(content).flatMap((s) => s.stems));
}

/**
 * How much each candidate is about the question, by its words, its rank and the message that it
 * replies to.
 */
function topicScores(
  candidates: readonly Variable[],
  messages: readonly Variable[],
  question: Question,
): ReadonlyMap<string, number> {
  const before = new Map(messages.map((message, index) => [message.id, messages[index - 1]]));
  return new Map(
    candidates.map((message, index) => {
      const previous = before.get(message.id);
      const replied = previous === undefined ? 0 : REPLY_WEIGHT * topicShare(previous, question);
      const rank = RANK_WEIGHT * (1 - index / (2 * candidates.length));
      const asks = isQuestion(message, question.reading) ? ASKING_WEIGHT : 0;
      return [message.id, Math.max(topicShare(message, question), replied) + rank - asks];
    }),
  );
}

function isQuestion(message: Variable, reading: Reading): boolean {
  return reading.message(message).content.trimEnd().endsWith("?");
}

/** Whether the message names the days, counted from its own day. */
export function saysTime(message: Variable, wanted: Days | undefined, reading: Reading): boolean {
  if (wanted === undefined) return false;
  const { content, day } = reading.message(message);
  return reading.sentencesOf(content).some((sentence) =>
    sentence.times().some((mention) => {
      const meant = mention.resolve(day);
      return meant !== undefined && sameTime(meant, wanted);
    }),
  );
}
