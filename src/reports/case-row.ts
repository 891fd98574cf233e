/** The fields of cases that distributions and reports use. Times are in milliseconds. */
import type { Label } from "../protocol/api/annotation/labels.ts";
import type { CaseState } from "../protocol/api/api.ts";
import type { ErrorType, Outcome, SubKind } from "../protocol/error-types.ts";

/** A group of cases that are equal in every field that a distribution shows. */
export interface CaseGroup {
  /** The number of cases. */
  readonly count: number;
  /** Time at which the earliest case of the group occurred. */
  readonly occurredAt: number;
  readonly system: string | null;
  readonly sessionCategory: string | null;
  readonly state: CaseState;
  /** Null if the cases have no verdict. */
  readonly outcome: Outcome | null;
  /**
   * Null if there is no verdict, or if the verdict is undecided. Then `subKind` and `opName` are
   * null too.
   */
  readonly errorType: ErrorType | null;
  readonly subKind: SubKind | null;
  readonly opName: string | null;
  /** Whether the label that counts accepts the verdict; null if no label or error type exists. */
  readonly agrees: boolean | null;
}

/** One case. */
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

/** A period from its start up to, but not including, its end. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Whether the cases have a verdict. A failed or waiting case has no verdict, even if it had a
 * verdict before.
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

/** Returns the number of cases in these groups. */
export function casesIn(groups: readonly CaseGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
