/** Counts cases by one field. The order of the groups does not matter. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import { ERROR_TYPES } from "../protocol/error-types.ts";
import type { Attributed, CaseGroup } from "./case-row.ts";
import { casesIn, isAttributed, isUndecided } from "./case-row.ts";

type Share = Distribution["byOperation"][number];
type AttributedGroup = CaseGroup & Attributed;

export type TypeCount = Distribution["byType"][number];

/**
 * Counts the occurring error types, most frequent first, each with its sub-kinds in the same order.
 */
export function countByType(rows: readonly AttributedGroup[]): TypeCount[] {
  return ERROR_TYPES.map((key) => {
    const ofType = rows.filter((row) => row.errorType === key);
    return { key, count: casesIn(ofType), bySubKind: countBySubKind(ofType) };
  })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

function countBySubKind(rows: readonly AttributedGroup[]): TypeCount["bySubKind"] {
  return [...Map.groupBy(rows, ({ subKind }) => subKind)]
    .map(([key, group]) => ({ key, count: casesIn(group) }))
    .sort((a, b) => b.count - a.count || compareKeys(a.key, b.key));
}

/**
 * Counts rows with a verdict by the value of one field, most frequent first. The key null stands
 * for rows without a value. Rows without a verdict are ignored.
 */
export function sharesBy(
  rows: readonly CaseGroup[],
  trait: (row: CaseGroup) => string | null,
): Share[] {
  return [...Map.groupBy(rows, trait)]
    .map(([key, group]) => ({
      key,
      count: casesIn(group.filter(isAttributed)),
      ...countsOf(group),
    }))
    .filter(({ count, undecided }) => count + undecided > 0)
    .sort((a, b) => b.count - a.count || b.undecided - a.undecided || compareKeys(a.key, b.key));
}

export function countsOf(rows: readonly CaseGroup[]): Pick<Share, "byType" | "undecided"> {
  return {
    byType: typeRecord(rows.filter(isAttributed)),
    undecided: casesIn(rows.filter(isUndecided)),
  };
}

/** Counts the occurring error types, in their fixed order. */
function typeRecord(rows: readonly AttributedGroup[]): Record<string, number> {
  const present = new Set(rows.map((row) => row.errorType));
  return Object.fromEntries(
    ERROR_TYPES.filter((type) => present.has(type)).map((type) => [
      type,
      casesIn(rows.filter((row) => row.errorType === type)),
    ]),
  );
}

/** Sorts by code unit, so that the order does not depend on a locale. Null comes last. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
