/**
 * These constants are not in `ledger.ts`, because the UI's pages need them and must not load the
 * schema in that file.
 */

export const LEDGER_FLAGS = [
  "never-read",
  "duplicate",
  "contradicts",
  "loop",
  "reverted",
  "said-by-nobody",
  "overwritten",
] as const;
export type LedgerFlag = (typeof LEDGER_FLAGS)[number];

export const LEDGER_SORTS = [
  "changed",
  "first",
  "name",
  "versions",
  "reads",
  "answers",
  "wrong",
] as const;
export type LedgerSort = (typeof LEDGER_SORTS)[number];

export const DERIVED_ROLES = ["unit", "prompt", "answer"] as const;
export type DerivedRole = (typeof DERIVED_ROLES)[number];
