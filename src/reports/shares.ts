/** Counts by one trait. Equal input gives equal output, in whatever order the rows come. */
import type { Distribution } from "../protocol/api/api.ts";
import { ERROR_TYPES, type ErrorType } from "../protocol/error-types.ts";
import type { AttributedRow } from "./case-row.ts";

type Share = Distribution["byOperation"][number];

export interface TypeCount {
  readonly key: ErrorType;
  readonly count: number;
}

/** The error types that occur, most frequent first. */
export function countByType(rows: readonly AttributedRow[]): TypeCount[] {
  return ERROR_TYPES.map((key) => ({
    key,
    count: rows.filter((row) => row.errorType === key).length,
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** Rows by the value of one trait, most frequent first; null gathers the rows without a value. */
export function sharesBy(
  rows: readonly AttributedRow[],
  trait: (row: AttributedRow) => string | null,
): Share[] {
  return [...Map.groupBy(rows, trait)]
    .map(([key, group]) => ({ key, count: group.length, byType: typeRecord(group) }))
    .sort((a, b) => b.count - a.count || compareKeys(a.key, b.key));
}

/** The types that occur, in their fixed order. */
export function typeRecord(rows: readonly AttributedRow[]): Record<string, number> {
  const present = new Set(rows.map((row) => row.errorType));
  return Object.fromEntries(
    ERROR_TYPES.filter((type) => present.has(type)).map((type) => [
      type,
      rows.filter((row) => row.errorType === type).length,
    ]),
  );
}

/** By code unit, so that no locale changes the order; null comes last. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
