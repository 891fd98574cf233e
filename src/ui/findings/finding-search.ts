/** URL parameters of the list of findings: filters and sort order. */
import type { FindingState, FindingSummary } from "../../protocol/api/insights/findings.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { isErrorType } from "../error-types.ts";

export const FINDING_SORTS = ["cases", "last", "growth", "name"] as const;
export type FindingSort = (typeof FINDING_SORTS)[number];
export const FINDING_STATES: readonly FindingState[] = [
  "open",
  "reopened",
  "acknowledged",
  "fixed",
];

export interface FindingSearch {
  readonly q?: string;
  readonly state?: FindingState;
  readonly errorType?: ErrorType;
  readonly sort?: FindingSort;
  /** Person id, `MINE` or `NOBODY`. */
  readonly assignee?: string;
}

/** Values of `assignee`: findings of the signed-in person, and findings without an assignee. */
export const MINE = "me";
export const NOBODY = "none";

/** Ignores unknown parameters and invalid values. */
export function parseFindingSearch(raw: Record<string, unknown>): FindingSearch {
  const parsed = {
    q: raw.q === undefined || raw.q === "" ? undefined : String(raw.q).slice(0, 200),
    state: FINDING_STATES.find((state) => state === raw.state),
    errorType: isErrorType(raw.errorType) ? raw.errorType : undefined,
    sort: FINDING_SORTS.find((sort) => sort === raw.sort),
    assignee: raw.assignee === undefined ? undefined : String(raw.assignee).slice(0, 200),
  };
  return parsed as FindingSearch;
}

/** Returns the cases of the last four weeks minus the cases of the four weeks before. */
const growthOf = ({ trend }: FindingSummary): number => {
  const sum = (weeks: readonly number[]) => weeks.reduce((all, cases) => all + cases, 0);
  return sum(trend.slice(-4)) - sum(trend.slice(-8, -4));
};

const ORDERS: Readonly<Record<FindingSort, (a: FindingSummary, b: FindingSummary) => number>> = {
  cases: (a, b) => b.cases - a.cases,
  last: (a, b) => (b.lastCaseAt ?? "").localeCompare(a.lastCaseAt ?? ""),
  growth: (a, b) => growthOf(b) - growthOf(a),
  name: (a, b) => a.title.localeCompare(b.title),
};

/**
 * Returns the findings that match the filters. If no sort order is chosen, they stay in the order
 * of the service.
 * @param me id of the signed-in person. It is undefined until it has loaded
 */
export function findingsShown(
  all: readonly FindingSummary[],
  { q = "", state, errorType, sort, assignee }: FindingSearch,
  me: string | undefined,
): readonly FindingSummary[] {
  const words = q.toLowerCase();
  const person = assignee === MINE ? me : assignee;
  const shown = all.filter(
    (finding) =>
      (state === undefined || finding.state === state) &&
      (errorType === undefined || finding.errorType === errorType) &&
      (assignee === undefined || (finding.assignee?.id ?? NOBODY) === person) &&
      `${finding.title} ${finding.system ?? ""} ${finding.assignee?.name ?? ""}`
        .toLowerCase()
        .includes(words),
  );
  return sort === undefined ? shown : shown.toSorted(ORDERS[sort]);
}
