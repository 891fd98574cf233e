/**
 * Reads a graph's labelled cases for its export. Several people can label a case. The column
 * `label` has the label that all of MemTrace uses, and is null if there is none. Cases with null
 * are not exported.
 */
import { createHash } from "node:crypto";
import { and, asc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import type { LabelledCase } from "../../attribution/cases/write-annotations.ts";
import { bytesOf, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { failedCase } from "../schema/project.ts";
import { EXPECTED } from "./answers/expected-answers.ts";

/** Digest of a graph's labelled cases, and the number of bytes of their texts. */
export interface LabelledState {
  readonly digest: string;
  readonly bytes: number;
}

const ROWS_AT_ONCE = 1_000;

const { id, occurredAt, stateAt } = failedCase;
const FIELDS = {
  query: failedCase.query,
  queryId: failedCase.queryId,
  expected: failedCase.expected,
  prediction: failedCase.prediction,
  predictionId: failedCase.predictionId,
  evidence: failedCase.evidence,
  judgeReason: failedCase.judgeReason,
  label: failedCase.label,
};
const BYTES = bytesOf(...Object.values(FIELDS));
/** SQL for the highest row number of the case's labels. Each change of a label increases it. */
const CHANGES = sql<number>`(select max(${caseLabel.number}) from ${caseLabel} where ${caseLabel.case} = ${id})`;

export async function labelledState(
  database: Database,
  project: string,
  graph: string,
): Promise<LabelledState> {
  const hash = createHash("sha256");
  let bytes = 0;
  for (let after = ""; ; ) {
    const rows = await database
      .select({ id, stateAt, changes: CHANGES, bytes: BYTES })
      .from(failedCase)
      .where(and(isLabelledIn(project, graph), gt(id, after)))
      .orderBy(asc(id))
      .limit(ROWS_AT_ONCE);
    for (const row of rows) {
      hash.update(JSON.stringify(row));
      bytes += row.bytes;
    }
    const last = rows.at(-1);
    if (last === undefined) return { digest: hash.digest("base64url"), bytes };
    after = last.id;
  }
}

/**
 * Returns the labelled cases, earliest answer first. This loads all texts of these cases into
 * memory, so check the size of the cases with `labelledState` first.
 */
export async function labelledCases(
  database: Database,
  project: string,
  graph: string,
): Promise<LabelledCase[]> {
  const found: LabelledCase[] = [];
  for (let after: SQL | undefined; ; ) {
    const where = and(isLabelledIn(project, graph), after);
    const order = [asc(occurredAt), asc(id)] as const;
    const rows = { ...FIELDS, expected: EXPECTED, id, occurredAt };
    const { items, next } = await pageOfLongRows(ROWS_AT_ONCE, {
      sizes: (count) =>
        database
          .select({ bytes: BYTES })
          .from(failedCase)
          .where(where)
          .orderBy(...order)
          .limit(count),
      rows: (count) =>
        database
          .select(rows)
          .from(failedCase)
          .where(where)
          .orderBy(...order)
          .limit(count),
      toItem: (row) => row,
      cursorOf: (row) => ({ time: row.occurredAt, id: row.id }),
    });
    found.push(...items);
    const last = items.at(-1);
    if (next === null || last === undefined) return found;
    after = sql`(${occurredAt}, ${id}) > (${last.occurredAt}, ${last.id})`;
  }
}

function isLabelledIn(project: string, graph: string): SQL | undefined {
  return and(
    eq(failedCase.project, project),
    eq(failedCase.graph, graph),
    isNotNull(failedCase.label),
  );
}
