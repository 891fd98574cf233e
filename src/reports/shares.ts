/**
 * Counts cases by one field, such as the error type. The cases are given in groups, and the order
 * of the groups does not matter.
 */
import type { Distribution } from "../protocol/api/insights/distribution.ts";
import { ERROR_TYPES, type ErrorType } from "../protocol/error-types.ts";
import type { Attributed, CaseGroup } from "./case-row.ts";
import { casesIn, isAttributed, isUndecided } from "./case-row.ts";

type Share = Distribution["byOperation"][number];
type AttributedGroup = CaseGroup & Attributed;

export type TypeCount = Distribution["byType"][number];

/**
 * Counts the cases of each error type that occurs, and of its sub-kinds. The most frequent come
 * first.
 */
export function countByType(rows: readonly AttributedGroup[]): TypeCount[] {
  return [...Map.groupBy(rows, ({ errorType }) => errorType)]
    .map(([key, ofType]) => ({
      ...{ key, count: casesIn(ofType), bySubKind: countBySubKind(ofType) },
    }))
    .sort((a, b) => b.count - a.count || ERROR_TYPES.indexOf(a.key) - ERROR_TYPES.indexOf(b.key));
}

function countBySubKind(rows: readonly AttributedGroup[]): TypeCount["bySubKind"] {
  return [...Map.groupBy(rows, ({ subKind }) => subKind)]
    .map(([key, group]) => ({ key, count: casesIn(group) }))
    .sort((a, b) => b.count - a.count || compareKeys(a.key, b.key));
}

/**
 * Counts cases with a verdict by the value of one field, the most frequent first. The key null has
 * the count of cases without a value.
 */
export function sharesBy(
  rows: readonly CaseGroup[],
  trait: (row: CaseGroup) => string | null,
): Share[] {
  return [...Map.groupBy(rows, trait)]
    .map(([key, group]) => {
      const counts = countsOf(group);
      return { key, count: sumOf(Object.values(counts.byType)), ...counts };
    })
    .filter(({ count, undecided }) => count + undecided > 0)
    .sort((a, b) => b.count - a.count || b.undecided - a.undecided || compareKeys(a.key, b.key));
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Uses a single loop, because a distribution of two years has tens of thousands of groups. */
export function countsOf(rows: readonly CaseGroup[]): Pick<Share, "byType" | "undecided"> {
  const counts = new Map<ErrorType, number>();
  let undecided = 0;
  for (const row of rows) {
    if (isAttributed(row)) counts.set(row.errorType, (counts.get(row.errorType) ?? 0) + row.count);
    else if (isUndecided(row)) undecided += row.count;
  }
  return { byType: inFixedOrder(counts), undecided };
}

/** Returns the counts that occur, in the order of `ERROR_TYPES`. */
function inFixedOrder(counts: ReadonlyMap<ErrorType, number>): Record<string, number> {
  return Object.fromEntries(
    ERROR_TYPES.flatMap((type) => {
      const count = counts.get(type);
      return count === undefined ? [] : [[type, count]];
    }),
  );
}

/** Compares by code unit, so that the order depends on no locale. Null comes last. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
