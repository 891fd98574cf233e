/**
 * Infers the expected answer: finds the message that answers the question, and the value that it
 * states.
 */
import type { InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import { askedKind } from "../../text/languages/asking-words.ts";
import { statesAnswer } from "../answers/answers.ts";
import type { CaseTrace } from "../flow/trace-context.ts";
import {
  type InferredValue,
  isSameValue,
  statementOf,
  valuesIn,
} from "../needs/inferred-answer.ts";
import { topicShare } from "../needs/needs.ts";
import { SAME_FACT } from "../thresholds.ts";
import { type LikelyMessage, searchByQuestion } from "./question-search.ts";

export interface InferredEvidence {
  readonly evidence: readonly Variable[];
  /** Probability that the first message of `evidence` answers the question. */
  readonly share: number;
  /**
   * The value in the first message of `evidence`. Undefined if the question asks for neither a time
   * nor a number, or if no likely message states such a value.
   */
  readonly value: InferredValue | undefined;
  /**
   * Another likely message that states a different value. It must have at least the same share of
   * the question's words as the first message of `evidence`. Undefined if there is none.
   */
  readonly rival: { readonly message: Variable; readonly value: InferredValue } | undefined;
}

const MOST_MESSAGES = 3;

/** @param named the evidence in the case; if empty, all messages are searched */
export function* inferEvidence(
  { failed, question, roles }: CaseTrace,
  named: readonly Variable[],
): InTurns<InferredEvidence> {
  const found: readonly LikelyMessage[] =
    named.length > 0
      ? named.map((message) => ({ message, share: 1 }))
      : yield* searchByQuestion(roles.messages, question, failed);
  const refused = new Set(failed.refused);
  const likely = found.filter(
    ({ message }) => !refused.has(statementOf(message, undefined, question)),
  );
  const best = likely[0]?.share ?? 0;
  const likeliest = likely.slice(0, MOST_MESSAGES);
  const near = likeliest.filter(({ share }) => share >= SAME_FACT * best);
  const statement = {
    ...{ evidence: near.map(({ message }) => message), share: best },
    ...{ value: undefined, rival: undefined },
  };
  const kind = askedKind(failed.query);
  if (kind === undefined) return statement;
  // The given answer is wrong, so skip the values that it states.
  const isOpen = ({ text }: InferredValue) =>
    !refused.has(text) && !statesAnswer(failed.query, text, failed.prediction).isYes;
  const told = likeliest.flatMap(({ message, share }) => {
    const value = valuesIn(message, kind, question).find(isOpen);
    return value === undefined ? [] : [{ message, share, value }];
  });
  const first = told.find(({ message }) => statement.evidence.includes(message));
  if (first === undefined) return statement;
  const asMuch = topicShare(first.message, question);
  const rival = told.find(
    ({ message, value }) =>
      topicShare(message, question) >= asMuch && !isSameValue(value, first.value),
  );
  return { evidence: [first.message], share: first.share, value: first.value, rival };
}
