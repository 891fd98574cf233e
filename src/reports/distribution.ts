/** Counts the wrong answers of a period by error type, operation, system and time. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import type { AttributedRow, CaseFacts, Period } from "./case-row.ts";
import { isAttributed, isUndecided, within } from "./case-row.ts";
import { headline } from "./headline.ts";
import { bucketOf, countOverTime } from "./over-time.ts";
import { countByType, sharesBy } from "./shares.ts";

/** The answer of the API without the parts that are not computed from cases. */
export type CaseDistribution = Omit<Distribution, "firstEventAt" | "byPromptVersion" | "right">;

/**
 * The distribution of the rows in the period; ignores other rows. Shares and buckets count
 * attributed cases; undecided ones are counted separately. `labelled` counts attributed cases with
 * a label.
 */
export function buildDistribution(rows: readonly CaseFacts[], period: Period): CaseDistribution {
  const inPeriod = within(rows, period);
  const attributed = inPeriod.filter(isAttributed);
  const labelled = attributed.filter((row) => row.label !== null);
  const undecided = inPeriod.filter(isUndecided).length;
  const waiting = inPeriod.filter(({ state }) => state === "queued" || state === "running").length;
  const bucket = bucketOf(period);
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    cases: inPeriod.length,
    attributed: attributed.length,
    undecided,
    waiting,
    failed: inPeriod.length - attributed.length - undecided - waiting,
    headline: headline(inPeriod),
    byType: countByType(attributed),
    byOperation: sharesBy(attributed, (row) => row.opName),
    bySystem: sharesBy(inPeriod, (row) => row.system),
    bySessionCategory: sharesBy(inPeriod, (row) => row.sessionCategory),
    overTime: countOverTime(inPeriod, period, bucket),
    bucket,
    labelled: labelled.length,
    agreeing: labelled.filter(labelAgrees).length,
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
}: Pick<AttributedRow, "errorType" | "op" | "label">): boolean {
  if (label === null) return false;
  return [label, ...label.also].some(
    (cause) => cause.errorType === errorType && (cause.op === null || cause.op === op),
  );
}
