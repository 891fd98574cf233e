/** A stored case as attributors take it. */
import type { FailedCase } from "../protocol/attribution.ts";
import type { CaseRow } from "../storage/case-views.ts";

type Stored = Pick<
  CaseRow,
  "query" | "expected" | "prediction" | "evidence" | "queryId" | "predictionId" | "judgeReason"
> &
  Partial<Pick<CaseRow, "expectedId">>;

export function failedCaseOf(row: Stored): FailedCase {
  const { query, expected, prediction, evidence, queryId, predictionId, judgeReason } = row;
  const expectedId = row.expectedId ?? null;
  return {
    ...{ query, expected, prediction, evidence },
    ...(queryId === null ? {} : { queryId }),
    ...(expectedId === null ? {} : { expectedId }),
    ...(predictionId === null ? {} : { predictionId }),
    ...(judgeReason === null ? {} : { judgeReason }),
  };
}
