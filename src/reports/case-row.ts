/**
 * The case fields from which distributions and reports are computed. Times are in milliseconds
 * since 1970.
 */
import type { Label } from "../protocol/api/annotation/labels.ts";
import type { CaseState } from "../protocol/api/api.ts";
import type { ErrorType, Outcome, SubKind } from "../protocol/error-types.ts";

/** Cases with the same values in every field that a distribution shows. */
export interface CaseGroup {
  readonly count: number;
  /** Time of the group's earliest wrong answer. */
  readonly occurredAt: number;
  readonly system: string | null;
  readonly sessionCategory: string | null;
  readonly state: CaseState;
  /** Null without a verdict. */
  readonly outcome: Outcome | null;
  /** Null without a decided verdict. `subKind` and `opName` are then null too. */
  readonly errorType: ErrorType | null;
  readonly subKind: SubKind | null;
  readonly opName: string | null;
  /** Null without a label, or if the verdict has no error type. */
  readonly agrees: boolean | null;
}

export interface CaseFacts extends CaseGroup {
  readonly id: string;
  readonly count: 1;
  readonly confidence: number | null;
}

export type LabelledCauses = Pick<Label, "errorType" | "op" | "also">;

export interface Attributed {
  readonly errorType: ErrorType;
}

export type AttributedRow = CaseFacts & Attributed;

/** `to` is not part of the period. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Whether the cases have a verdict that counts. A case that failed, or that waits for attribution,
 * can still have an earlier verdict, which does not count.
 */
export function hasVerdict({ state, outcome }: CaseGroup): boolean {
  return state === "done" && outcome !== null;
}

export function isUndecided({ state, outcome }: CaseGroup): boolean {
  return state === "done" && outcome === "undecided";
}

export function isAttributed<Row extends CaseGroup>(row: Row): row is Row & Attributed {
  return row.state === "done" && row.errorType !== null;
}

export function isWaiting({ state }: CaseGroup): boolean {
  return state === "queued" || state === "running";
}

export function within<Row extends CaseGroup>(rows: readonly Row[], period: Period): Row[] {
  return rows.filter((row) => row.occurredAt >= period.from && row.occurredAt < period.to);
}

export function casesIn(groups: readonly CaseGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
