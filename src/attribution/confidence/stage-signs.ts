/**
 * Computes features that make a verdict more or less probable. They measure whether the texts at
 * each stage (messages, memory, context) let a reader give the expected answer.
 */
import type { ErrorType } from "../../protocol/error-types.ts";
import { likeliest, likelihoodInContext, unread } from "../flow/stage-reading.ts";
import type { About } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";

/** Assumed probability that a text gives the answer, if comparing words cannot show it. */
export const UNTOLD = 0.5;

interface StageSigns {
  /**
   * The probability that a message gives the expected answer. If the lost detail belongs to one
   * item of the answer, the probability that a message gives this item.
   */
  readonly messagesGive: number;
  /**
   * How clearly the stages contradict the verdict.
   * - blamed answer: how much better an unread unit gives the answer than the context
   * - missed unit: how much better the context gives the answer than any unread unit
   * - other loss: the probability that a unit still gives the answer
   */
  readonly stagesContradict: number;
  /**
   * 1 if comparing words cannot recognise the expected answer (such as "yes") and the verdict
   * blames neither the search nor the answer; otherwise 0.
   */
  readonly unreadableLoss: number;
}

export function stageSigns(about: About, need: Need, errorType: ErrorType): StageSigns {
  const { roles, store } = about;
  const whole = { ...need, answer: about.failed.expected.join("; ") };
  const given = likeliest(roles.messages, need.answer === undefined ? whole : need, about);
  const isAfterStore = errorType === "ResponseError" || errorType === "RetrievalError";
  // If the question is in another language than the messages, comparing words shows nothing.
  if (about.question.isTranslated)
    return { messagesGive: UNTOLD, stagesContradict: 0, unreadableLoss: 0 };
  if (given === undefined)
    return { messagesGive: 0, stagesContradict: 0, unreadableLoss: isAfterStore ? 0 : 1 };
  const best = (units: About["store"]) => likeliest(units, whole, about) ?? 0;
  const ahead = () => best(unread(about)) - (likelihoodInContext(whole, about) ?? 0);
  const contradicts = !isAfterStore
    ? best(store)
    : Math.max(0, errorType === "ResponseError" ? ahead() : -ahead());
  return { messagesGive: given, stagesContradict: contradicts, unreadableLoss: 0 };
}
