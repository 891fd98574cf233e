import type { Traced } from "../flow/finding.ts";
import type { About } from "../flow/trace-context.ts";
import { annotationFeatures, type Features, lossFeatures } from "./confidence-features.ts";
import { WEIGHTS } from "./confidence-weights.ts";

export type VerdictKind = keyof Features;

export interface Weighable {
  readonly kind: VerdictKind;
  readonly features: Readonly<Record<string, number>>;
}

/** Returns the kind and the features of a traced verdict, or of an error outside the memory. */
export function weighable(about: About, verdict: Traced | "judge" | "annotation"): Weighable {
  if (verdict === "judge") return { kind: verdict, features: {} };
  if (verdict === "annotation")
    return { kind: verdict, features: { ...annotationFeatures(about) } };
  const features = lossFeatures(about, verdict);
  return features === undefined
    ? { kind: "invented", features: {} }
    : { kind: "loss", features: { ...features } };
}

type Weights = {
  readonly [K in VerdictKind]: Readonly<Record<keyof Features[K] | "none", number>>;
};
const FITTED: Weights = WEIGHTS;

/**
 * Returns the probability that the verdict is right, rounded down to two decimals. So a confidence
 * of 0.9 means a probability of at least 0.9.
 */
export function confidenceOf(verdict: Weighable): number {
  return Math.floor(100 * limited(verdict, likelihood(verdict, FITTED[verdict.kind]))) / 100;
}

/**
 * If the case does not name its evidence, the tracer searches for it. The search may miss the
 * message that states the expected answer. So after a search, a verdict that blames the annotation
 * gets at most this confidence.
 */
const MOST_IF_FOUND = 0.89;

/** Limits the probability that an annotation is wrong, if the tracer searched for the evidence. */
export function limited({ kind, features }: Weighable, probability: number): number {
  const isFound = kind === "annotation" && features.evidenceFound === 1;
  return isFound ? Math.min(MOST_IF_FOUND, probability) : probability;
}

/**
 * Returns the probability that a verdict with these features is right. The weight `none` is the
 * intercept.
 */
export function likelihood(
  { features }: Pick<Weighable, "features">,
  weights: Readonly<Record<string, number>>,
): number {
  const odds = Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * (name === "none" ? 1 : (features[name] ?? 0)),
    0,
  );
  return 1 / (1 + Math.exp(-odds));
}
