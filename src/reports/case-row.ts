/** The fields of a case that distributions and reports use. Times are in milliseconds. */
import type { Label } from "../protocol/api/annotation/labels.ts";
import type { CaseState } from "../protocol/api/api.ts";
import type { ErrorType, Outcome, SubKind } from "../protocol/error-types.ts";

export interface CaseFacts {
  readonly id: string;
  readonly occurredAt: number;
  readonly system: string | null;
  readonly sessionCategory: string | null;
  readonly state: CaseState;
  /** Null until there is a verdict. */
  readonly outcome: Outcome | null;
  /** Null if there is no verdict, or if it is undecided. So are `subKind`, `op`, `opName` and `confidence`. */
  readonly errorType: ErrorType | null;
  readonly subKind: SubKind | null;
  readonly op: string | null;
  readonly opName: string | null;
  readonly confidence: number | null;
  /** A person's label; null without a label. */
  readonly label: LabelledCauses | null;
}

export type LabelledCauses = Pick<Label, "errorType" | "op" | "also">;

export interface AttributedRow extends CaseFacts {
  readonly errorType: ErrorType;
}

/** A period from its start up to, but not including, its end. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A failed or waiting case has no verdict, even if it had one before. */
export function hasVerdict({ state, outcome }: CaseFacts): boolean {
  return state === "done" && outcome !== null;
}

export function isUndecided({ state, outcome }: CaseFacts): boolean {
  return state === "done" && outcome === "undecided";
}

export function isAttributed<Row extends CaseFacts>(row: Row): row is Row & AttributedRow {
  return row.state === "done" && row.errorType !== null;
}

export function within<Row extends CaseFacts>(rows: readonly Row[], period: Period): Row[] {
  return rows.filter((row) => row.occurredAt >= period.from && row.occurredAt < period.to);
}
