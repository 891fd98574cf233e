/** Computes a confidence interval for a share that was measured on a sample of cases. */

/** Quantile of the normal distribution for a two-sided 95% interval. */
const Z = 1.959964;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns Wilson's 95% score interval for the share `hits / cases`; [0, 1] if there are no cases.
 */
export function wilson(hits: number, cases: number): Interval {
  if (cases === 0) return { low: 0, high: 1 };
  const share = hits / cases;
  const centre = share + (Z * Z) / (2 * cases);
  const spread = Z * Math.sqrt((share * (1 - share)) / cases + (Z * Z) / (4 * cases * cases));
  const scale = 1 + (Z * Z) / cases;
  return {
    // The interval always contains the share. Without the outer limits, rounding could exclude it.
    low: Math.min(share, Math.max(0, (centre - spread) / scale)),
    high: Math.max(share, Math.min(1, (centre + spread) / scale)),
  };
}
