/**
 * Weights of a conditional logistic model. For each part of the expected answer, the model chooses
 * one of the messages, or decides that no message states the part. The weights were fitted on
 * labelled questions and are the same for all memory systems.
 */
import type { MessageFeatures } from "./message-features.ts";

export const MESSAGE_WEIGHTS: Readonly<Record<keyof MessageFeatures, number>> = {
  answer: 1.29,
  replied: 0.74,
  context: 1.82,
  rankOfBoth: 2.02,
  rankOfQuestion: 0.96,
  speakerAsked: 2.29,
  namesAsked: -0.71,
  asks: -0.36,
  repliesToIt: 0.98,
  long: -0.6,
  part: 3.27,
  partInTopic: 0.43,
  time: 3.68,
  timeInTopic: 1.57,
  ownDay: 2.13,
  ownDayInTopic: 1.02,
  timeGap: -1.0,
  saidBefore: -0.82,
  saidAfter: 0.58,
};

/**
 * The search looks for each part of the expected answer. Perhaps no message states the part. The
 * search compares the score of this possibility with the scores of the messages. The score is
 * `time` for a part that is a time, and `part` for any other part.
 */
export const NO_MESSAGE = { time: 6.02, part: 6.34 };

/** Features of a message for a case without an expected answer. */
export interface QuestionFeatures
  extends Pick<
    MessageFeatures,
    "replied" | "context" | "rankOfQuestion" | "speakerAsked" | "repliesToIt" | "long"
  > {
  /** 1 if the message states a value of the asked kind (a time or a number); otherwise 0. */
  readonly hasValue: number;
  /**
   * Share of the given answer's words that the message has. Even a wrong answer often comes from
   * the right message.
   */
  readonly hasGiven: number;
}

/**
 * Weights for cases without an expected answer. They were fitted on the same labelled questions as
 * `MESSAGE_WEIGHTS`.
 */
export const QUESTION_WEIGHTS: Readonly<Record<keyof QuestionFeatures, number>> = {
  replied: 2.54,
  context: 3.2,
  rankOfQuestion: 2.41,
  speakerAsked: 3.02,
  repliesToIt: 2.32,
  long: 3.17,
  hasValue: 2.19,
  hasGiven: 3.87,
};

export function weighted<Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  let sum = 0;
  for (const name in weights) sum += weights[name] * features[name];
  return sum;
}
