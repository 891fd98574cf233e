/**
 * Measures whether confidences are correct: for example, whether 80% of the verdicts with
 * confidence 0.8 are right.
 */

interface Claim {
  readonly confidence: number;
  readonly right: boolean;
}

interface Bin {
  /**
   * The bin has the confidences of at least `from` and below `to`. The last bin also includes the
   * confidence 1.
   */
  readonly from: number;
  readonly to: number;
  readonly cases: number;
  /** Mean confidence of the bin's verdicts, from 0 to 1; 0 in an empty bin. */
  readonly confidence: number;
  readonly right: number;
}

export interface Calibration {
  /**
   * The expected calibration error. In each bin, the mean confidence should equal the share of
   * right verdicts. The error is the mean difference between the two; bins with more verdicts weigh
   * more.
   */
  readonly error: number;
  readonly bins: readonly Bin[];
  /**
   * Describes the verdicts with a confidence of at least `from`. `cases` is the number of these
   * verdicts. `right` is the share of them that are right. `share` is their share of all verdicts.
   */
  readonly sure: {
    readonly from: number;
    readonly cases: number;
    readonly right: number;
    readonly share: number;
  };
}

const BINS = 10;

/** @param sureFrom the lowest confidence that counts as sure, from 0 to 1 */
export function calibrationOf(claims: readonly Claim[], sureFrom: number): Calibration {
  const bins = Array.from({ length: BINS }, (_, index) => {
    const inside = claims.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS + 1e-9)) === index,
    );
    const mean = (value: (claim: Claim) => number) =>
      inside.reduce((sum, claim) => sum + value(claim), 0) / Math.max(1, inside.length);
    return {
      from: index / BINS,
      to: (index + 1) / BINS,
      cases: inside.length,
      confidence: mean((claim) => claim.confidence),
      right: mean((claim) => (claim.right ? 1 : 0)),
    };
  });
  const sure = claims.filter((claim) => claim.confidence >= sureFrom);
  const gaps = bins.reduce((sum, bin) => sum + bin.cases * Math.abs(bin.confidence - bin.right), 0);
  return {
    error: gaps / Math.max(1, claims.length),
    bins,
    sure: {
      from: sureFrom,
      cases: sure.length,
      right: sure.filter((claim) => claim.right).length / Math.max(1, sure.length),
      share: sure.length / Math.max(1, claims.length),
    },
  };
}
