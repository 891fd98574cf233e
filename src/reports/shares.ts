/** Counts cases by one field. The order of the rows does not matter. */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import { ERROR_TYPES } from "../protocol/error-types.ts";
import type { AttributedRow, CaseFacts } from "./case-row.ts";
import { isAttributed, isUndecided } from "./case-row.ts";

type Share = Distribution["byOperation"][number];

export type TypeCount = Distribution["byType"][number];

/** The occurring error types, most frequent first, each with its sub-kinds in the same order. */
export function countByType(rows: readonly AttributedRow[]): TypeCount[] {
  return ERROR_TYPES.map((key) => {
    const ofType = rows.filter((row) => row.errorType === key);
    return { key, count: ofType.length, bySubKind: countBySubKind(ofType) };
  })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

function countBySubKind(rows: readonly AttributedRow[]): TypeCount["bySubKind"] {
  return [...Map.groupBy(rows, ({ subKind }) => subKind)]
    .map(([key, group]) => ({ key, count: group.length }))
    .sort((a, b) => b.count - a.count || compareKeys(a.key, b.key));
}

/**
 * Rows with a verdict by the value of one field, most frequent first. Null groups rows without a
 * value. Other rows are ignored.
 */
export function sharesBy(
  rows: readonly CaseFacts[],
  trait: (row: CaseFacts) => string | null,
): Share[] {
  return [...Map.groupBy(rows, trait)]
    .map(([key, group]) => ({ key, count: group.filter(isAttributed).length, ...countsOf(group) }))
    .filter(({ count, undecided }) => count + undecided > 0)
    .sort((a, b) => b.count - a.count || b.undecided - a.undecided || compareKeys(a.key, b.key));
}

export function countsOf(rows: readonly CaseFacts[]): Pick<Share, "byType" | "undecided"> {
  return {
    byType: typeRecord(rows.filter(isAttributed)),
    undecided: rows.filter(isUndecided).length,
  };
}

/** The occurring types, in their fixed order. */
function typeRecord(rows: readonly AttributedRow[]): Record<string, number> {
  const present = new Set(rows.map((row) => row.errorType));
  return Object.fromEntries(
    ERROR_TYPES.filter((type) => present.has(type)).map((type) => [
      type,
      rows.filter((row) => row.errorType === type).length,
    ]),
  );
}

/** Sorts by code unit, so that no locale changes the order. Null comes last. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
