/**
 * Selects the messages that may be evidence. Computing the features of all messages would be too
 * slow.
 */
import { chosenOf, type InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { AskedQuestion } from "../needs/need.ts";
import { rankMessages } from "./bm25.ts";
import { QuestionReading, type Target } from "./message-features.ts";

/** Maximum number of candidates from each ranking of the messages. */
const CANDIDATES = 24;
/**
 * For this number of the best messages in each ranking, the neighbours become candidates too: the
 * message before and the two messages after.
 */
const WITH_NEIGHBOURS = 10;

export interface Candidates {
  readonly candidates: readonly Variable[];
  readonly targets: readonly Target[];
  readonly read: QuestionReading;
}

/** @param words stems of the question, and of the expected answer if the case has one */
export function* candidatesOf(
  messages: readonly Variable[],
  question: AskedQuestion,
  words: readonly string[],
): InTurns<Candidates> {
  const { expected, corpus, queryStems } = question;
  const topic = queryStems.filter((each) => !corpus.speakers.has(each));
  const ofBoth = (yield* rankMessages(words, messages, corpus)).slice(0, CANDIDATES);
  const ofQuestion = (yield* rankMessages(topic, messages, corpus)).slice(0, CANDIDATES);
  const read = new QuestionReading(messages, question, ofBoth, ofQuestion);
  const timed = yield* chosenOf(
    messages,
    (message) =>
      expected.times.some(({ mention }) => read.namesTime(message, mention)) ||
      read.shortens(message),
  );
  const place = new Map(messages.map((message, index) => [message.id, index]));
  const near = [
    ...ofBoth.slice(0, WITH_NEIGHBOURS),
    ...ofQuestion.slice(0, WITH_NEIGHBOURS),
  ].flatMap((message) => {
    const at = place.get(message.id) ?? 0;
    return messages.slice(Math.max(0, at - 1), at + 3);
  });
  const targets: Target[] = [
    ...expected.times.map(({ mention }) => ({ time: mention })),
    ...expected.parts.map((part) => ({ part })),
  ];
  return {
    candidates: [...new Set([...ofBoth, ...ofQuestion, ...near, ...timed.slice(0, CANDIDATES)])],
    targets: targets.length > 0 ? targets : [{}],
    read,
  };
}
