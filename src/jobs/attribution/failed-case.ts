import type { StoredCaseRow } from "../../database/cases/case-views.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";

type Stored = Pick<
  StoredCaseRow,
  "query" | "expected" | "prediction" | "evidence" | "queryId" | "predictionId" | "judgeReason"
> &
  Partial<Pick<StoredCaseRow, "expectedId" | "correction" | "confirmed" | "refused">>;

export function failedCaseOf(row: Stored): FailedCase {
  const { query, prediction, evidence, queryId, predictionId, judgeReason } = row;
  const expected = row.confirmed ?? row.expected;
  const expectedId = row.confirmed ? null : (row.expectedId ?? null);
  const { correction, refused = [] } = row;
  const later = [correction?.message ?? [], correction?.takenBack ?? []].flat();
  return {
    ...{ query, expected, prediction, evidence },
    ...(queryId === null ? {} : { queryId }),
    ...(expectedId === null ? {} : { expectedId }),
    ...(predictionId === null ? {} : { predictionId }),
    ...(judgeReason === null ? {} : { judgeReason }),
    ...(later.length === 0 ? {} : { later }),
    ...(refused.length === 0 ? {} : { refused }),
  };
}
