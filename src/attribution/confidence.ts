/**
 * How sure a verdict is: the signs that speak for and against it (confidence-signs.ts), weighed by a
 * logistic model.
 */
import { type Signs, signsOf } from "./confidence-signs.ts";
import { saysUnknown } from "./text/polarity.ts";
import type { About, Traced } from "./traced.ts";

/**
 * Fitted on labelled traces, plain, renamed, reworded and without evidence; a wrong verdict counts
 * for three fifths more than a right one, so that a doubt is rather said (docs/attribution.md).
 */
const WEIGHTS: Readonly<Record<keyof Signs | "none", number>> = {
  none: 0,
  agreement: 1.9,
  ifFree: 1.6,
  clearness: 1.8,
  anew: -1,
  paraphrased: -3.1,
  toldByNames: 0,
  toldByTime: 0,
  toldByPolarity: 0,
  several: 0,
  unsupported: -1.4,
  unfounded: -1.8,
  offTopic: -1,
  freeWords: -1.8,
  stepFreedom: -0.5,
  freshFreely: -1.4,
  left: 0.9,
  oneWord: -0.6,
  bare: -2.2,
  rival: -2.1,
  nearlyRead: -0.5,
  readAfterAll: -1.6,
  lostTogether: 1.2,
  keptBeside: -1.7,
  lostElsewhere: -2.3,
  missedTime: -1.3,
  storedWeaker: -1.5,
  changed: 1.3,
  echoed: 1.8,
  nothingLost: -0.8,
  readWeaker: -1.8,
  quoted: -2.4,
  saidInstead: -4,
  mayBeRight: -2.4,
};

const UNDECIDED = 0.1;
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
  const { expected } = about.failed;
  if (signs === undefined)
    return expected.length > 0 && expected.every(saysUnknown) ? INVENTED : UNDECIDED;
  const names = Object.keys(signs) as (keyof Signs)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * signs[name], WEIGHTS.none);
  const odds = SURE_ODDS + (sum - SURE_ODDS) * (sum > SURE_ODDS ? ABOVE : BELOW);
  return Math.round(100 / (1 + Math.exp(-odds))) / 100;
}
