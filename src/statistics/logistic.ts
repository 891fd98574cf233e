/**
 * Logistic regression: predicts the probability of an event from numeric features. Each feature
 * adds its value times its weight to the log-odds of the event.
 */

export interface Observation {
  readonly features: readonly number[];
  readonly holds: boolean;
  readonly weight: number;
}

/** Strength of the L2 penalty on the weights. A higher value moves all weights closer to 0. */
const RIDGE = 1;
const MAX_ROUNDS = 2_000;
const CONVERGED = 1e-6;

/**
 * Returns the fitted weights: the intercept at index 0, then the weight of each feature. Newton's
 * method is applied to one weight at a time. It uses no randomness, so equal observations give
 * equal weights.
 */
export function fitLogistic(observations: readonly Observation[], features: number): number[] {
  const weights = new Array<number>(features + 1).fill(0);
  const rows = observations.map((each) => ({ ...each, values: [1, ...each.features], odds: 0 }));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let moved = 0;
    for (const [index, weight] of weights.entries()) {
      const ridge = index === 0 ? 0 : RIDGE;
      let [slope, curvature] = [-ridge * weight, ridge + CONVERGED];
      for (const row of rows) {
        const value = row.values[index] ?? 0;
        if (value === 0) continue;
        const likely = 1 / (1 + Math.exp(-row.odds));
        slope += row.weight * value * ((row.holds ? 1 : 0) - likely);
        curvature += row.weight * value * value * likely * (1 - likely);
      }
      const step = Math.max(-1, Math.min(1, slope / curvature));
      weights[index] = weight + step;
      for (const row of rows) row.odds += step * (row.values[index] ?? 0);
      moved = Math.max(moved, Math.abs(step));
    }
    if (moved < CONVERGED) break;
  }
  return weights;
}

export interface LogisticModel<Name extends string> {
  readonly intercept: number;
  readonly weights: Readonly<Record<Name, number>>;
}

/** Returns the model's probability, from 0 to 1. */
export function probability<Name extends string>(
  { intercept, weights }: LogisticModel<Name>,
  features: Readonly<Record<Name, number>>,
): number {
  let sum = intercept;
  for (const name in weights) sum += weights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
