import type { Variable } from "../../graph/model.ts";
import type { AskedQuestion } from "../needs/need.ts";
import { statedInWords } from "../needs/needs.ts";
import { STATED_PART } from "../thresholds.ts";
import { withoutNote } from "./asking.ts";

/**
 * Adds replies to the evidence. If an evidence message ends with a question, the next message
 * usually answers it. This reply is added if it states a part of the expected answer.
 */
export function withReplies(
  evidence: readonly Variable[],
  messages: readonly Variable[],
  { expected, corpus }: AskedQuestion,
): Variable[] {
  const tells = (message: Variable) =>
    expected.parts.some((part) => statedInWords(part, message, corpus) >= STATED_PART);
  const asks = (message: Variable) => /[?？]$/.test(withoutNote(corpus.message(message).content));
  const all = evidence.flatMap((message) => {
    const reply = asks(message) ? messages[messages.indexOf(message) + 1] : undefined;
    return reply !== undefined && tells(reply) ? [message, reply] : [message];
  });
  return [...new Set(all)];
}
