import { desc, type SQL, sql } from "drizzle-orm";
import type { Case, CaseSummary } from "../../protocol/api/api.ts";
import { labelAgrees } from "../../reports/distribution.ts";
import { acceptsVerdict } from "../annotation/label-rows.ts";
import { bytesOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";
import { hasCome } from "../stored-times.ts";
import { EXPECTED } from "./answers/expected-answers.ts";
import { IS_COMPARED } from "./case-filter.ts";

export type StoredCaseRow = typeof failedCase.$inferSelect;

/** Columns of a case in a list, without the attribution, which can be long. */
export const SUMMARY = {
  id: failedCase.id,
  graph: failedCase.graph,
  system: failedCase.system,
  sessionCategory: failedCase.sessionCategory,
  origin: failedCase.origin,
  query: failedCase.query,
  expected: EXPECTED,
  prediction: failedCase.prediction,
  occurredAt: failedCase.occurredAt,
  createdAt: failedCase.createdAt,
  state: failedCase.state,
  outcome: failedCase.outcome,
  errorType: failedCase.errorType,
  subKind: failedCase.subKind,
  op: failedCase.op,
  opName: failedCase.opName,
  confidence: failedCase.confidence,
  label: failedCase.label,
  labelState: failedCase.labelState,
  labelledBy: failedCase.labelledBy,
  proof: failedCase.proof,
};

export const FIGURES = {
  id: failedCase.id,
  count: sql<1>`1`,
  occurredAt: failedCase.occurredAt,
  system: failedCase.system,
  sessionCategory: failedCase.sessionCategory,
  state: failedCase.state,
  outcome: failedCase.outcome,
  errorType: failedCase.errorType,
  subKind: failedCase.subKind,
  opName: failedCase.opName,
  confidence: failedCase.confidence,
  agrees: sql<
    boolean | null
  >`iif(${IS_COMPARED}, ${acceptsVerdict(failedCase.label)}, null)`.mapWith(Boolean),
};

export function toSummary(row: Pick<StoredCaseRow, keyof typeof SUMMARY>): CaseSummary {
  const { label, errorType, op } = row;
  return {
    id: row.id,
    graph: row.graph,
    system: row.system,
    sessionCategory: row.sessionCategory,
    origin: row.origin,
    query: row.query,
    expected: row.expected,
    prediction: row.prediction,
    occurredAt: new Date(row.occurredAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    state: row.state,
    outcome: row.outcome,
    errorType,
    subKind: row.subKind,
    op,
    opName: row.opName,
    confidence: row.confidence,
    agreement: label === null || errorType === null ? null : labelAgrees({ errorType, op, label }),
    labelState: row.labelState,
    labelledBy: row.labelledBy,
    proof: row.proof,
  };
}

/**
 * Returns two queries for a page of cases, newest first. `sizes` selects how many bytes each case
 * has, and `rows` selects the cases themselves. So the caller can first compute how many cases fit
 * into one answer.
 * @param additionalBytes number of bytes of other data that the caller will add to each case
 */
export function longCases(
  database: Database,
  where: SQL | undefined,
  additionalBytes: SQL<number> = sql`0`,
) {
  const order = [desc(failedCase.occurredAt), desc(failedCase.id)] as const;
  const { query, expected, prediction, label } = failedCase;
  const bytes = sql<number>`${bytesOf(query, expected, prediction, label)} + ${additionalBytes}`;
  return {
    sizes: (count: number) =>
      database
        .select({ bytes })
        .from(failedCase)
        .where(where)
        .orderBy(...order)
        .limit(count),
    rows: (count: number) =>
      database
        .select(SUMMARY)
        .from(failedCase)
        .where(where)
        .orderBy(...order)
        .limit(count),
  };
}

export function toCase(row: StoredCaseRow): Case {
  return {
    ...toSummary({ ...row, expected: row.confirmed ?? row.expected }),
    queryId: row.queryId,
    predictionId: row.predictionId,
    evidence: row.evidence,
    judgeReason: row.judgeReason,
    correction: row.correction,
    decisions: row.decisions,
    failure: row.failure,
    attribution: row.attribution,
    attributedAt: row.attributedAt === null ? null : new Date(row.attributedAt).toISOString(),
    label: row.label,
  };
}

export const isDue = (now: number): SQL =>
  sql`(${failedCase.state} = 'queued' and ${hasCome(failedCase.stateAt, now)})`;
