/** Counts the wrong answers of a period by error type, operation, system and time. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import type { CaseGroup, LabelledCauses, Period } from "./case-row.ts";
import { casesIn, isAttributed, isUndecided, isWaiting, within } from "./case-row.ts";
import { headline } from "./headline.ts";
import { bucketOf, countOverTime } from "./over-time.ts";
import { countByType, sharesBy } from "./shares.ts";

/** The answer of the API without the parts that are not computed from cases. */
export type CaseDistribution = Omit<
  Distribution,
  "firstEventAt" | "byPromptVersion" | "right" | "correctedAt"
>;

/**
 * Builds the distribution of the cases in the period, and ignores other groups. All cases of a
 * group must be in the same bucket. Shares and buckets count attributed cases; undecided cases are
 * counted separately. `labelled` counts attributed cases with a label.
 */
export function buildDistribution(groups: readonly CaseGroup[], period: Period): CaseDistribution {
  const inBuckets = within(groups, period);
  const inPeriod = withoutTimes(inBuckets);
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
    overTime: countOverTime(inBuckets, period, bucket),
    bucket,
    labelled: casesIn(labelled),
    agreeing: casesIn(labelled.filter(({ agrees }) => agrees)),
  };
}

/** One group for all that differ only in time: two years have tens of thousands of groups. */
function withoutTimes(groups: readonly CaseGroup[]): CaseGroup[] {
  const merged = new Map<string, { first: CaseGroup; count: number }>();
  for (const group of groups) {
    const { system, sessionCategory, state, outcome, errorType, subKind, opName, agrees } = group;
    const names = `${text(system)}${text(sessionCategory)}${text(opName)}`;
    const key = `${names}${state} ${outcome} ${errorType} ${subKind} ${agrees}`;
    const same = merged.get(key);
    if (same === undefined) merged.set(key, { first: group, count: group.count });
    else same.count += group.count;
  }
  return [...merged.values()].map(({ first, count }) => ({ ...first, count }));
}

/** Begins with its length, so that no two lists of names give the same key. */
const text = (name: string | null) => (name === null ? "-" : `${name.length}:${name}`);

/**
 * Whether one of the label's causes has the same error type and, if it names an operation, the same
 * operation.
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
