/** What distributions and reports need to know of a case. Times are in milliseconds. */
import type { CaseState } from "../protocol/api/api.ts";
import type { ErrorType, Outcome } from "../protocol/error-types.ts";

export interface CaseRow {
  readonly id: string;
  readonly occurredAt: number;
  readonly system: string | null;
  readonly sessionCategory: string | null;
  readonly state: CaseState;
  /** Null until there is a verdict. */
  readonly outcome: Outcome | null;
  /** Null without a verdict and where it is undecided, as are `op`, `opName` and `confidence`. */
  readonly errorType: ErrorType | null;
  readonly op: string | null;
  readonly opName: string | null;
  readonly confidence: number | null;
  /** What a person says the error is; null where nobody labelled the case. */
  readonly labelErrorType: ErrorType | null;
  readonly labelOp: string | null;
}

export interface AttributedRow extends CaseRow {
  readonly errorType: ErrorType;
}

/** From its start up to, not including, its end. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** What failed or waits has none, also where there was one before. */
export function hasVerdict({ state, outcome }: CaseRow): boolean {
  return state === "done" && outcome !== null;
}

export function isUndecided({ state, outcome }: CaseRow): boolean {
  return state === "done" && outcome === "undecided";
}

export function isAttributed<Row extends CaseRow>(row: Row): row is Row & AttributedRow {
  return row.state === "done" && row.errorType !== null;
}

export function within<Row extends CaseRow>(rows: readonly Row[], period: Period): Row[] {
  return rows.filter((row) => row.occurredAt >= period.from && row.occurredAt < period.to);
}
