/** Counts the wrong answers of a period by error type, operation, system and time. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import type { CaseGroup, Period } from "./case-row.ts";
import { casesIn, isAttributed, isUndecided, isWaiting, within } from "./case-row.ts";
import { headline } from "./headline.ts";
import { bucketOf, countOverTime } from "./over-time.ts";
import { countByType, sharesBy } from "./shares.ts";

/** The answer of the API, without the fields that are not computed from cases. */
export type CaseDistribution = Omit<Distribution, "firstEventAt" | "byPromptVersion" | "right">;

/**
 * Builds the distribution of the cases in the period, and ignores other groups. All cases of a
 * group must be in the same bucket. Shares and buckets count attributed cases; undecided cases are
 * counted separately. `labelled` counts attributed cases with a label.
 */
export function buildDistribution(groups: readonly CaseGroup[], period: Period): CaseDistribution {
  const inPeriod = within(groups, period);
  const cases = casesIn(inPeriod);
  const attributed = inPeriod.filter(isAttributed);
  const labelled = attributed.filter((group) => group.label !== null);
  const undecided = casesIn(inPeriod.filter(isUndecided));
  const waiting = casesIn(inPeriod.filter(isWaiting));
  const bucket = bucketOf(period);
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    cases,
    attributed: casesIn(attributed),
    undecided,
    waiting,
    failed: cases - casesIn(attributed) - undecided - waiting,
    headline: headline(inPeriod),
    byType: countByType(attributed),
    byOperation: sharesBy(attributed, (row) => row.opName),
    bySystem: sharesBy(inPeriod, (row) => row.system),
    bySessionCategory: sharesBy(inPeriod, (row) => row.sessionCategory),
    overTime: countOverTime(inPeriod, period, bucket),
    bucket,
    labelled: casesIn(labelled),
    agreeing: casesIn(labelled.filter(labelAgrees)),
  };
}

/**
 * Whether one of the label's causes has the same error type and, if it names an operation, the same
 * operation.
 */
export function labelAgrees({
  errorType,
  op,
  label,
}: Pick<CaseGroup, "errorType" | "op" | "label">): boolean {
  if (label === null) return false;
  return [label, ...label.also].some(
    (cause) => cause.errorType === errorType && (cause.op === null || cause.op === op),
  );
}
