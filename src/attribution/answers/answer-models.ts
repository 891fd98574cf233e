/** Weights that `npm run eval:answers -- FOLDER --fit` computes. Paste its output here. */
import type { LogisticModel } from "../../statistics/logistic.ts";
import type { AnswerFeatures } from "./answer-features.ts";
import type { UnitFeatures } from "./unit-features.ts";

/** Estimates the probability that a given answer states the expected answer. */
export const ANSWER_MODEL: LogisticModel<keyof AnswerFeatures> = {
  intercept: -1.26,
  weights: {
    words: 3.38,
    lead: 1.15,
    parts: 2.17,
    time: 3.09,
    timeGap: -1.08,
    duration: 2.31,
    count: 1.32,
    polarity: 2.43,
    denial: -1.98,
    explains: 1.13,
  },
};
/**
 * Minimum probability at which a given answer counts as right. 2% of the wrong answers reach it.
 */
export const ANSWER_THRESHOLD = 0.95;

/** Estimates the probability that a reader of a text can give the expected answer. */
export const UNIT_MODEL: LogisticModel<keyof UnitFeatures> = {
  intercept: -6.13,
  weights: {
    joint: 3.94,
    words: 0.42,
    parts: 3.25,
    names: 2.21,
    timeAlone: -1.18,
    time: 12.57,
    timeGap: -0.43,
    amount: 3.01,
    askedInPassage: -5.61,
  },
};
/**
 * Minimum probability at which a text counts as giving the answer. 2% of the texts without the
 * answer reach it.
 */
export const UNIT_THRESHOLD = 0.66;
