/**
 * How sure a verdict is: the signs that speak for and against it (confidence-signs.ts), weighed by a
 * logistic model.
 */

import type { About } from "../flow/trace-context.ts";
import type { Traced } from "../flow/trace-result.ts";
import { type Signs, signsOf } from "./confidence-features.ts";

/**
 * Fitted on labelled traces, plain, renamed, reworded and without evidence; a wrong verdict counts
 * for three fifths more than a right one, so that a doubt is rather said (docs/attribution.md).
 */
const WEIGHTS: Readonly<Record<keyof Signs | "none", number>> = {
  none: -0.4,
  agreement: 1.8,
  ifFree: 1.7,
  clearness: 1.8,
  anew: -1,
  paraphrased: -1.9,
  toldByNames: 0.4,
  toldByTime: 0.1,
  toldByPolarity: 1.1,
  several: 0.2,
  unsupported: -1.4,
  unfounded: -1.9,
  offTopic: -1.1,
  freeWords: -1.1,
  stepFreedom: -0.1,
  freshFreely: -1.1,
  left: 0.4,
  oneWord: -0.1,
  bare: -1.8,
  rival: -1.7,
  nearlyRead: -0.2,
  readAfterAll: -1.5,
  lostTogether: 0.9,
  keptBeside: -1.9,
  lostElsewhere: -2.6,
  missedTime: -1,
  storedWeaker: -1.5,
  changed: 0.7,
  echoed: 2,
  nothingLost: -0.6,
  readWeaker: -1.8,
  quoted: -2,
  saidInstead: -3.9,
  mayBeRight: -2.6,
};

/** Something was answered where it is expected that nothing is known. */
const INVENTED = 0.85;

/**
 * Since doubts count for more, a verdict is right more often than the sum says. What a sure one's odds
 * are stays; above them the sum rises by so much more, below it falls by so much less.
 */
const SURE_ODDS = Math.log(0.9 / 0.1);
const [ABOVE, BELOW] = [1.2, 0.75];

export function confidenceOf(about: About, traced: Traced): number {
  const signs = signsOf(about, traced);
  if (signs === undefined) return INVENTED;
  const names = Object.keys(signs) as (keyof Signs)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * signs[name], WEIGHTS.none);
  const odds = SURE_ODDS + (sum - SURE_ODDS) * (sum > SURE_ODDS ? ABOVE : BELOW);
  return Math.round(100 / (1 + Math.exp(-odds))) / 100;
}
