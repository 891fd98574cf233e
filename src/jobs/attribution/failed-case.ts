/** Converts a stored case into the attributor's input. */

import type { StoredCaseRow } from "../../database/cases/case-views.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";

type Stored = Pick<
  StoredCaseRow,
  "query" | "expected" | "prediction" | "evidence" | "queryId" | "predictionId" | "judgeReason"
> &
  Partial<Pick<StoredCaseRow, "expectedId">>;

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
