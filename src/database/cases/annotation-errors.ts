/** Finds questions whose annotation is probably wrong according to a label or a verdict. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import {
  type AnnotationErrorFilter,
  MAX_SUSPECTED_CASES,
  SUSPECTED_FROM,
  type SuspectedAnnotation,
} from "../../protocol/api/annotation/annotation-errors.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { bytesOf, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { failedCase } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { matching } from "./case-filter.ts";

/**
 * One entry of the list that `annotationErrors` returns, without the entry's texts. All cases with
 * the same question and the same expected answers form one entry. `id` is the id of one of these
 * cases, and `cases` is their number.
 */
interface FoundRow {
  readonly id: string;
  readonly occurredAt: number;
  readonly isLabel: number;
  readonly isVerdict: number;
  readonly probability: number | null;
  readonly cases: number;
  readonly bytes: number;
}

export interface PageWanted {
  readonly cursor?: Cursor | undefined;
  readonly limit: number;
}

const REASON = sql<string | null>`${failedCase.attribution} ->> '$.reason'`;
const BYTES = sql<number>`(${bytesOf(
  failedCase.query,
  failedCase.expected,
  failedCase.evidence,
  failedCase.label,
)} + coalesce(octet_length(${REASON}), 0))`;

/**
 * Lists questions with a probably wrong annotation, latest answer first. Cases with the same
 * question and expected answers form one entry.
 */
export async function annotationErrors(
  database: Database,
  project: string,
  filter: AnnotationErrorFilter,
  { cursor, limit }: PageWanted,
) {
  let found: FoundRow[] = [];
  return pageOfLongRows(limit, {
    sizes: async (count) => {
      found = await database.all<FoundRow>(suspected(database, project, filter, cursor, count));
      return found;
    },
    rows: (count) => withTexts(database, project, found.slice(0, count)),
    toItem: toSuspected,
    cursorOf: (row) => ({ time: row.occurredAt, id: row.id }),
  });
}

function suspected(
  database: Database,
  project: string,
  filter: AnnotationErrorFilter,
  cursor: Cursor | undefined,
  count: number,
): SQL {
  const { id, occurredAt, attribution, label } = failedCase;
  // Search the text for `AnnotationError` before parsing its JSON: most attributions do not contain
  // this word.
  const probability = sql<number | null>`iif(instr(${attribution}, '"AnnotationError"') > 0, (
    select max(cause.value ->> '$.probability') from json_each(${attribution}, '$.probabilities') as cause
    where cause.value ->> '$.errorType' = 'AnnotationError'), null)`;
  const isLabel = sql<number>`coalesce(${label} ->> '$.errorType' is 'AnnotationError' or ${label} ->> '$.expected' is not null, 0)`;
  // Do not select the texts here: SQLite would copy them while sorting.
  const recent = database
    .select({
      ...{ id, occurredAt, probability: probability.as("probability") },
      isVerdict: sql<number>`${failedCase.errorType} is 'AnnotationError'`.as("is_verdict"),
      isLabel: isLabel.as("is_label"),
    })
    .from(failedCase)
    .where(matching(project, filter))
    .orderBy(desc(occurredAt), desc(id))
    .limit(MAX_SUSPECTED_CASES);
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(occurred_at < ${cursor.time} or (occurred_at = ${cursor.time} and id < ${cursor.id}))`;
  return sql`
    with judged as materialized ${recent}, suspected as (
      select judged.*, count(*) over (partition by own.query, own.expected) as cases, row_number() over (
        partition by own.query, own.expected
        order by is_label desc, is_verdict desc, judged.occurred_at desc, judged.id desc
      ) as nth
      from judged join ${failedCase} as own on own.id = judged.id
      where is_label or is_verdict or probability >= ${SUSPECTED_FROM}
    )
    select id, occurred_at as "occurredAt", is_label as "isLabel", is_verdict as "isVerdict",
      probability, cases, (select ${BYTES} from ${failedCase} where ${id} = suspected.id) as bytes
    from suspected where nth = 1 and ${after}
    order by occurred_at desc, id desc limit ${count}`;
}

/** Returns the cases with their texts, in the order of `found`. */
async function withTexts(database: Database, project: string, found: readonly FoundRow[]) {
  const ids = found.map(({ id }) => id);
  const { id, graph, query, expected, evidence, label, confidence } = failedCase;
  const texts = await database
    .select({ id, graph, query, expected, evidence, label, confidence, reason: REASON })
    .from(failedCase)
    .where(and(eq(failedCase.project, project), isOneOf(id, ids)));
  const byId = new Map(texts.map((row) => [row.id, row]));
  return found.flatMap((row) => {
    const own = byId.get(row.id);
    return own === undefined ? [] : [{ ...row, ...own }];
  });
}

type Row = Awaited<ReturnType<typeof withTexts>>[number];

function toSuspected(row: Row): SuspectedAnnotation {
  const label = row.isLabel === 1 ? row.label : null;
  const because = row.isLabel === 1 ? "label" : row.isVerdict === 1 ? "verdict" : "suspect";
  return {
    query: row.query,
    expected: row.expected,
    corrected: label?.expected ?? [],
    because,
    reason: (because === "label" ? label?.reason : row.reason) ?? "",
    confidence: { label: null, verdict: row.confidence, suspect: row.probability }[because],
    cases: row.cases,
    case: row.id,
    graph: row.graph,
    evidence: row.evidence,
    occurredAt: new Date(row.occurredAt).toISOString(),
  };
}
