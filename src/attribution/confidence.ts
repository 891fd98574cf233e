/**
 * How sure a verdict is: the signs that speak for and against it (confidence-signs.ts), weighed by a
 * logistic model.
 */
import { type Signs, signsOf } from "./confidence-signs.ts";
import type { About, Traced } from "./traced.ts";

/**
 * Fitted on labelled traces, plain, renamed, reworded and without evidence; a wrong verdict counts
 * for a quarter more than a right one, so that a doubt is rather said (docs/attribution.md).
 */
const WEIGHTS: Readonly<Record<keyof Signs | "none", number>> = {
  none: 2.6,
  agreement: 0.6,
  clearness: 1.6,
  anew: -0.5,
  paraphrased: -2.7,
  toldByNames: 0,
  toldByTime: 0,
  toldByPolarity: 0,
  several: 0,
  unsupported: -0.3,
  unfounded: -1.4,
  offTopic: -1.2,
  freedom: -0.4,
  freeWords: -1.4,
  stepFreedom: -0.9,
  freshFreely: -0.3,
  left: 0.6,
  oneWord: -0.7,
  bare: -1.8,
  rival: -1.2,
  lostTogether: 1.2,
  keptBeside: -1.3,
  lostElsewhere: -1.2,
  missedTime: -1.4,
  storedWeaker: -0.7,
  changed: 1.1,
  echoed: 0.6,
  nothingLost: -0.4,
  unread: -1.0,
  readWeaker: -1.0,
  quoted: -1.9,
  saidInstead: -2.8,
  mayBeRight: -1.5,
};

const UNDECIDED = 0.1;

export function confidenceOf(about: About, traced: Traced): number {
  const signs = signsOf(about, traced);
  if (signs === undefined) return UNDECIDED;
  const names = Object.keys(signs) as (keyof Signs)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * signs[name], WEIGHTS.none);
  return Math.round(100 / (1 + Math.exp(-sum))) / 100;
}
