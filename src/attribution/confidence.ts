/**
 * How sure a verdict is: the signs that speak for and against it (confidence-signs.ts), weighed by a
 * logistic model.
 */
import { type Signs, signsOf } from "./confidence-signs.ts";
import type { About, Traced } from "./traced.ts";

/** Fitted on labelled traces, plain, renamed, reworded and without evidence (docs/attribution.md). */
const WEIGHTS: Readonly<Record<keyof Signs | "none", number>> = {
  none: 1.68,
  agreement: 2.66,
  clearness: 1.35,
  anew: -1.3,
  paraphrased: -2.21,
  unfounded: -2.76,
  freedom: -0.35,
  freeWords: -1.5,
  loose: -1.19,
  rival: -1.91,
  stillRead: -1.1,
  missed: -1.03,
  nothingLost: -1.98,
  unread: -1.62,
  nearlyRight: -1,
};

const UNDECIDED = 0.1;

export function confidenceOf(about: About, traced: Traced): number {
  const signs = signsOf(about, traced);
  if (signs === undefined) return UNDECIDED;
  const names = Object.keys(signs) as (keyof Signs)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * signs[name], WEIGHTS.none);
  return Math.round(100 / (1 + Math.exp(-sum))) / 100;
}
