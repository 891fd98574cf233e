/** The columns, filters and shapes in which case rows are read. */
import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { AgreementFilter } from "../../protocol/api/annotation/labels.ts";
import type { Case, CaseFilter, CaseSummary } from "../../protocol/api/api.ts";
import type { LabelledCauses } from "../../reports/case-row.ts";
import { labelAgrees } from "../../reports/distribution.ts";
import { acceptsVerdict, isLabelledBy } from "../annotation/label-rows.ts";
import { bytesOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { isOfFinding } from "../insights/record-finding.ts";
import { promptIdOf } from "../prompts/prompt-id.ts";
import { shift, shiftCase } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";
import { promptCase } from "../schema/prompts.ts";
import { hasCome } from "../stored-times.ts";
import { EXPECTED } from "./expected-answers.ts";

export type StoredCaseRow = typeof failedCase.$inferSelect;

/** Columns for lists. They leave out the attribution, which may be long. */
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

/** Without its texts, which may be long. */
export const LABELLED_CAUSES = sql<LabelledCauses | null>`json_remove(
    ${failedCase.label}, '$.reason', '$.expected', '$.evidence')`;

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
  op: failedCase.op,
  opName: failedCase.opName,
  confidence: failedCase.confidence,
  label: LABELLED_CAUSES.mapWith(failedCase.label),
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
 * For a page of summaries, newest first: their sizes, and the rows.
 * @param additionalBytes bytes that the page shows with a case
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

export function matching(project: string, filter: CaseFilter): SQL | undefined {
  const { from, to, outcome, errorType, opName, system, sessionCategory, graph, state, search } =
    filter;
  const { prompt, promptVersion, subKind } = filter;
  const { proof } = filter;
  return and(
    eq(failedCase.project, project),
    from ? gte(failedCase.occurredAt, Date.parse(from)) : undefined,
    to ? lt(failedCase.occurredAt, Date.parse(to)) : undefined,
    outcome ? eq(failedCase.outcome, outcome) : undefined,
    errorType ? eq(failedCase.errorType, errorType) : undefined,
    subKind ? eq(failedCase.subKind, subKind) : undefined,
    opName ? eq(failedCase.opName, opName) : undefined,
    system ? eq(failedCase.system, system) : undefined,
    sessionCategory ? eq(failedCase.sessionCategory, sessionCategory) : undefined,
    graph ? eq(failedCase.graph, graph) : undefined,
    state ? eq(failedCase.state, state) : undefined,
    prompt ? instructedBy(project, prompt, promptVersion) : undefined,
    proof ? eq(failedCase.proof, proof) : undefined,
    filter.labelled
      ? sql`(${failedCase.labelState} <> 'none') = ${filter.labelled === "true"}`
      : undefined,
    filter.agreement ? IN_AGREEMENT[filter.agreement] : undefined,
    filter.author ? isLabelledBy(project, filter.author) : undefined,
    filter.finding ? isOfFinding(project, filter.finding) : undefined,
    filter.shift ? isBehindShift(project, filter.shift) : undefined,
    // Does not use LIKE, because D1 limits its patterns to 50 bytes.
    search
      ? or(
          ...[failedCase.query, failedCase.prediction, failedCase.expected].map(
            (column) => sql`instr(lower(${column}), lower(${search})) > 0`,
          ),
        )
      : undefined,
  );
}

const IS_COMPARED = sql`${failedCase.errorType} is not null and ${failedCase.label} is not null`;

const IN_AGREEMENT: Readonly<Record<AgreementFilter, SQL>> = {
  agrees: sql`(${IS_COMPARED} and ${acceptsVerdict(failedCase.label)})`,
  differs: sql`(${IS_COMPARED} and not ${acceptsVerdict(failedCase.label)})`,
  disputed: sql`${failedCase.labelState} = 'disputed'`,
};

/** Whether the prompt with this id or name is behind the case's decisive operation. */
function instructedBy(project: string, prompt: string, version: number | undefined): SQL {
  const numbered = version === undefined ? sql`` : sql` and ${promptCase.number} = ${version}`;
  return sql`exists (select 1 from ${promptCase} where ${promptCase.case} = ${failedCase.id}${numbered}
    and ${promptCase.prompt} in (${prompt}, ${promptIdOf(project, prompt)}))`;
}

/** Whether a case is behind a shift of the project. */
function isBehindShift(project: string, id: string): SQL {
  return sql`exists (select 1 from ${shiftCase} join ${shift} on ${shift.id} = ${shiftCase.shift} where ${shiftCase.shift} = ${id} and ${shift.project} = ${project} and ${shiftCase.case} = ${failedCase.id})`;
}
