/** Tests whether a change significantly improved the answers to a fixed set of questions. */

export interface PairedCounts {
  readonly bothRight: number;
  readonly bothWrong: number;
  /** Number of questions whose answer was wrong before the change and is right after it. */
  readonly gained: number;
  /** Number of questions whose answer was right before the change and is wrong after it. */
  readonly lost: number;
}

export interface PairedDifference {
  /**
   * Share of right answers after the change, minus the share before; null if there are no pairs.
   */
  readonly difference: number | null;
  /** Lower and upper end of the 95% confidence interval of `difference`. */
  readonly low: number;
  readonly high: number;
  /** The two-sided p-value of McNemar's exact test. */
  readonly p: number;
  readonly verdict: "better" | "worse" | "unclear";
}

/** Quantile of the normal distribution for a two-sided 95% interval. */
const Z = 1.959964;
const SIGNIFICANT = 0.05;

export function comparePaired(counts: PairedCounts): PairedDifference {
  const { bothRight, bothWrong, gained, lost } = counts;
  const pairs = bothRight + bothWrong + gained + lost;
  const p = exactMcNemar(gained, lost);
  const isClear = p < SIGNIFICANT;
  return {
    difference: pairs === 0 ? null : (gained - lost) / pairs,
    ...agrestiMin(gained, lost, pairs),
    p,
    verdict: !isClear ? "unclear" : gained > lost ? "better" : "worse",
  };
}

/**
 * Returns the 95% confidence interval of Agresti and Min: Wald's interval, but with 0.5 added to
 * each of the four counts.
 */
function agrestiMin(gained: number, lost: number, pairs: number): { low: number; high: number } {
  const all = pairs + 2;
  const changed = gained + lost + 1;
  const difference = (gained - lost) / all;
  const spread = (Z * Math.sqrt(changed - (gained - lost) ** 2 / all)) / all;
  return { low: Math.max(-1, difference - spread), high: Math.min(1, difference + spread) };
}

/**
 * Returns the two-sided p-value of McNemar's exact test. The test assumes that a changed answer is
 * equally likely to be gained or lost, as in the throw of a coin. The p-value is the probability
 * that chance alone makes the two numbers at least as different as `gained` and `lost`.
 */
function exactMcNemar(gained: number, lost: number): number {
  const throws = gained + lost;
  const fewer = Math.min(gained, lost);
  let logOfTerm = -throws * Math.LN2;
  let tail = 0;
  for (let heads = 0; heads <= fewer; heads++) {
    tail += Math.exp(logOfTerm);
    logOfTerm += Math.log(throws - heads) - Math.log(heads + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Returns a sentence that says whether the answers became better, and how sure this is. */
export function comparisonSentence(counts: PairedCounts, compared: PairedDifference): string {
  const { gained, lost } = counts;
  const pairs = counts.bothRight + counts.bothWrong + gained + lost;
  if (pairs === 0) return "No question was judged in both experiments.";
  const points = (share: number) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(1)}`;
  const change = `${points(compared.difference ?? 0)} points over ${pairs} question${pairs === 1 ? "" : "s"} (95%: ${points(compared.low)} to ${points(compared.high)}; ${gained} gained, ${lost} lost, p = ${compared.p.toFixed(3)})`;
  if (compared.verdict === "better") return `Better: ${change}.`;
  if (compared.verdict === "worse") return `Worse: ${change}.`;
  return `No clear difference: ${change}.`;
}
