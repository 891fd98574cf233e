/**
 * Computes features for the confidence in a verdict. First estimates how probably the messages, the
 * memory and the context give the expected answer. Then compares these probabilities with the
 * verdict.
 */
import type { ErrorType } from "../../protocol/error-types.ts";
import { likeliest, likelihoodInContext, unread } from "../flow/stage-reading.ts";
import type { About } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";

/**
 * If a comparison of words cannot decide whether a text gives the answer, this probability is
 * assumed.
 */
export const UNTOLD = 0.5;

interface StageSigns {
  /**
   * Probability that a message gives the expected answer, or the item of this answer to which the
   * lost detail belongs.
   */
  readonly messagesGive: number;
  /**
   * How clearly the texts at the stages contradict the verdict:
   * - ResponseError: the probability that an unread memory unit gives the answer, minus the
   *   probability that the context gives the answer; 0 if this is negative
   * - RetrievalError: the probability that the context gives the answer, minus the probability that
   *   an unread memory unit gives the answer; 0 if this is negative
   * - other errors: the probability that a memory unit gives the answer in spite of the loss
   */
  readonly stagesContradict: number;
  /**
   * 1 if a comparison of words cannot recognise the expected answer; otherwise 0. It is always 0
   * for a ResponseError or a RetrievalError.
   */
  readonly unreadableLoss: number;
}

export function stageSigns(about: About, need: Need, errorType: ErrorType): StageSigns {
  const { roles, store } = about;
  const whole = { ...need, answer: about.failed.expected.join("; ") };
  const given = likeliest(roles.messages, need.answer === undefined ? whole : need, about);
  const isAfterStore = errorType === "ResponseError" || errorType === "RetrievalError";
  // If the question is in another language than the messages, their words cannot be compared.
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
