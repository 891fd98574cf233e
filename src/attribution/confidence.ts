/**
 * How sure a verdict is. A handful of general signs, each between 0 and 1, are weighed by a logistic
 * model: whether independent ways to compare the texts agree, how clearly the detail breaks off,
 * how freely the memory words things, and how firm the starting point was.
 */
import { CARRIED } from "./carry.ts";
import type { Finding } from "./finding.ts";
import type { Reading } from "./reading.ts";
import type { About, Traced } from "./traced.ts";

interface Signs {
  /** Share of the other views that name the same operation and type. */
  readonly agreement: number;
  /** How far the text after the loss is from stating what the carrier stated. */
  readonly clearness: number;
  /** How freely the memory words things. */
  readonly freedom: number;
  /** The text after the loss makes the statement in words that no message uses. */
  readonly anew: number;
  readonly paraphrased: number;
  /** How unlikely the evidence is the right one. */
  readonly unfounded: number;
  /** The loss is one of words, and not of a whole unit. */
  readonly ofWords: number;
  /** The answering step is blamed: nothing was found to be lost before. */
  readonly nothingLost: number;
}

function signsOf(about: About, traced: Traced): Signs | undefined {
  const [finding] = traced.findings;
  if (finding?.need === undefined || finding.op === null) return undefined;
  const agreeing = traced.others.filter(([other]) => agrees(other, finding)).length;
  const { errorType } = finding;
  return {
    agreement: agreeing / Math.max(1, traced.others.length),
    clearness: clearness(finding, traced),
    freedom: traced.fidelity.standsFor,
    anew: wordedAnew(finding, traced, about.reading) ? 1 : 0,
    paraphrased: about.needs.paraphrased ? 1 : 0,
    unfounded: 1 - about.evidenceShare,
    ofWords: errorType === "ExtractionError" || errorType === "UpdateError" ? 1 : 0,
    nothingLost: errorType === "ResponseError" ? 1 : 0,
  };
}

/** Fitted on labelled traces, plain, renamed, reworded and without evidence (docs/attribution.md). */
const WEIGHTS: Readonly<Record<keyof Signs | "none", number>> = {
  none: 1.6,
  agreement: 0.6,
  clearness: 2.3,
  freedom: -1.3,
  anew: -1.2,
  paraphrased: -2.3,
  unfounded: -2.5,
  ofWords: -0.5,
  nothingLost: -0.9,
};

const UNDECIDED = 0.1;

export function confidenceOf(about: About, traced: Traced): number {
  const signs = signsOf(about, traced);
  if (signs === undefined) return UNDECIDED;
  const names = Object.keys(signs) as (keyof Signs)[];
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * signs[name], WEIGHTS.none);
  return Math.round(100 / (1 + Math.exp(-sum))) / 100;
}

export function agrees(a: Finding | undefined, b: Finding): boolean {
  return a !== undefined && a.op === b.op && a.errorType === b.errorType;
}

/** How far the carrier before and the text after are from the border of carrying, 0 to 1. */
function clearness({ need, carrier, link, flow }: Finding, { tracing }: Traced): number {
  if (need === undefined || carrier === null) return 0;
  const { graph, carry } = tracing;
  const wording = flow?.wordings.get(carrier) ?? need;
  const before = graph.variables.get(carrier);
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const after = target === undefined ? undefined : graph.variables.get(target);
  const stated = before === undefined ? CARRIED : carry(before, wording);
  const left = after === undefined ? 0 : Math.max(carry(after, need), carry(after, wording));
  return Math.min(1, Math.max(0, (stated - left) / 0.8));
}

/**
 * Whether the text after the loss makes the same statement with words that no message uses where
 * the detail should be: then words alone cannot tell a rewording from a loss.
 */
export function wordedAnew(
  { need, link, errorType }: Finding,
  { tracing }: Traced,
  reading: Reading,
): boolean {
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return false;
  const target = link === null ? undefined : tracing.graph.links.get(link)?.to;
  const after = target === undefined ? undefined : tracing.graph.variables.get(target);
  const wording = need && after && tracing.reword(need, after);
  if (need === undefined || wording === undefined || need.core.length === 0) return false;
  const used = new Set(wording.around.map((word) => word.stem));
  const kept = need.around.filter((word) => used.has(word.stem)).length;
  const fresh = wording.around.some(
    (word) => !reading.isSpoken(word.stem) && !/\d/.test(word.stem),
  );
  return fresh && kept > 0 && kept * 4 >= need.around.length;
}
