/** Cases whose question has a wrong annotation, as far as labels and verdicts show it. */
import { desc, sql } from "drizzle-orm";
import {
  type AnnotationErrorFilter,
  MAX_SUSPECTED_CASES,
  SUSPECTED_FROM,
  type SuspectedAnnotation,
} from "../../protocol/api/annotation/annotation-errors.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";
import { matching } from "./case-views.ts";

interface Row {
  readonly id: string;
  readonly graph: string;
  readonly query: string;
  readonly expected: string;
  readonly evidence: string;
  readonly occurredAt: number;
  readonly isLabel: number;
  readonly isVerdict: number;
  readonly label: string | null;
  readonly reason: string | null;
  readonly confidence: number | null;
  readonly probability: number | null;
  readonly cases: number;
}

export interface PageWanted {
  readonly cursor?: Cursor | undefined;
  readonly limit: number;
}

/** Last answered first; each question with its expected answers once. */
export async function annotationErrors(
  database: Database,
  project: string,
  filter: AnnotationErrorFilter,
  { cursor, limit }: PageWanted,
) {
  const { occurredAt, id } = failedCase;
  const recent = database
    .select({
      ...{ id, graph: failedCase.graph, query: failedCase.query, expected: failedCase.expected },
      ...{ evidence: failedCase.evidence, occurredAt, label: failedCase.label },
      ...{ attribution: failedCase.attribution, confidence: failedCase.confidence },
      errorType: failedCase.errorType,
    })
    .from(failedCase)
    .where(matching(project, filter))
    .orderBy(desc(occurredAt), desc(id))
    .limit(MAX_SUSPECTED_CASES);
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(occurred_at < ${cursor.time} or (occurred_at = ${cursor.time} and id < ${cursor.id}))`;
  // Searching the text first spares parsing the JSON of most cases.
  const probability = sql`iif(instr(attribution, '"AnnotationError"') > 0, (
    select max(cause.value ->> '$.probability') from json_each(attribution, '$.probabilities') as cause
    where cause.value ->> '$.errorType' = 'AnnotationError'), null)`;
  const rows = await database.all<Row>(sql`
    with judged as (
      select *, error_type is 'AnnotationError' as is_verdict, ${probability} as probability,
        (label ->> '$.errorType' is 'AnnotationError' or label ->> '$.expected' is not null) as is_label
      from (${recent})
    ), suspected as (
      select *, count(*) over (partition by query, expected) as cases, row_number() over (
        partition by query, expected order by is_label desc, is_verdict desc, occurred_at desc, id desc
      ) as nth
      from judged where is_label or is_verdict or probability >= ${SUSPECTED_FROM}
    )
    select id, graph, query, expected, evidence, occurred_at as "occurredAt", is_label as "isLabel",
      is_verdict as "isVerdict", label, attribution ->> '$.reason' as reason, confidence,
      probability, cases
    from suspected where nth = 1 and ${after}
    order by occurred_at desc, id desc limit ${limit + 1}`);
  return pageOf(rows, limit, toSuspected, (row) => ({ time: row.occurredAt, id: row.id }));
}

function toSuspected(row: Row): SuspectedAnnotation {
  const label = row.isLabel === 1 ? JSON.parse(row.label ?? "{}") : undefined;
  const because = row.isLabel === 1 ? "label" : row.isVerdict === 1 ? "verdict" : "suspect";
  return {
    query: row.query,
    expected: JSON.parse(row.expected),
    corrected: label?.expected ?? [],
    because,
    reason: (because === "label" ? label?.reason : row.reason) ?? "",
    confidence: { label: null, verdict: row.confidence, suspect: row.probability }[because],
    cases: row.cases,
    case: row.id,
    graph: row.graph,
    evidence: JSON.parse(row.evidence),
    occurredAt: new Date(row.occurredAt).toISOString(),
  };
}
