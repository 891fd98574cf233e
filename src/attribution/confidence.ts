/**
 * How sure a verdict is: the signs that speak for and against it (confidence-signs.ts), weighed by a
 * logistic model.
 */
import { type Signs, signsOf } from "./confidence-signs.ts";
import type { About, Traced } from "./traced.ts";

/** Fitted on labelled traces, plain, renamed, reworded and without evidence (docs/attribution.md). */
const WEIGHTS: Readonly<Record<keyof Signs | "none", number>> = {
  none: 1.7,
  agreement: 1.8,
  clearness: 1.5,
  anew: -1.1,
  paraphrased: -2.0,
  unfounded: -2.0,
  freedom: -0.3,
  freeWords: -1.0,
  loose: -0.7,
  rival: -1.6,
  stillRead: -1.0,
  missed: -0.6,
  nothingLost: -1.4,
  unread: -1.7,
  nearlyRight: -0.8,
};

const UNDECIDED = 0.1;

export function confidenceOf(about: About, traced: Traced): number {
  const signs = signsOf(about, traced);
  if (signs === undefined) return UNDECIDED;
  const names = Object.keys(signs) as (keyof Signs)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * signs[name], WEIGHTS.none);
  return Math.round(100 / (1 + Math.exp(-sum))) / 100;
}
