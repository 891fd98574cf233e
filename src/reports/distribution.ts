/** Counts a period's wrong answers by error type, operation, memory system and time. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import type { CaseGroup, LabelledCauses, Period } from "./case-row.ts";
import { casesIn, isAttributed, isUndecided, isWaiting, within } from "./case-row.ts";
import { headline } from "./headline.ts";
import { bucketOf, countOverTime } from "./over-time.ts";
import { countByType, sharesBy } from "./shares.ts";

/** The fields of the API's distribution that are computed from cases. */
export type CaseDistribution = Omit<
  Distribution,
  "firstEventAt" | "byPromptVersion" | "right" | "correctedAt"
>;

/**
 * Counts the cases of one period and ignores all other cases. The shares and the chart count
 * attributed cases by error type. Undecided cases are counted separately. `labelled` is the number
 * of attributed cases with a label.
 * @param byBucket the same cases, divided into smaller groups for the chart over time. All cases of
 * such a group are in the same bucket of the chart, such as one day
 */
export function buildDistribution(
  groups: readonly CaseGroup[],
  period: Period,
  byBucket = groups,
): CaseDistribution {
  const inPeriod = within(groups, period);
  const cases = casesIn(inPeriod);
  const attributed = inPeriod.filter(isAttributed);
  const labelled = attributed.filter((group) => group.agrees !== null);
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
    overTime: countOverTime(within(byBucket, period), period, bucket),
    bucket,
    labelled: casesIn(labelled),
    agreeing: casesIn(labelled.filter(({ agrees }) => agrees)),
  };
}

/**
 * Whether the label agrees with the verdict. One of its causes must have the verdict's error type.
 * If this cause names an operation, it must be the verdict's operation.
 */
export function labelAgrees({
  errorType,
  op,
  label,
}: {
  readonly errorType: ErrorType | null;
  readonly op: string | null;
  readonly label: LabelledCauses;
}): boolean {
  return [label, ...label.also].some(
    (cause) => cause.errorType === errorType && (cause.op === null || cause.op === op),
  );
}
