/**
 * SQL that adds label rows, and SQL that decides which label counts for a case. Several authors can
 * label the same case, but only the label that counts is compared with the verdict.
 */
import { and, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Label, LabelState } from "../../protocol/api/annotation/labels.ts";
import { MAX_LABEL_ROWS } from "../../protocol/limits.ts";
import type { Database } from "../database.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { failedCase } from "../schema/project.ts";

const IMPORT_AUTHOR = "import";

const own = alias(caseLabel, "own");
const later = alias(caseLabel, "later");

type LabelColumns = Readonly<
  Record<"case" | "author" | "number" | "label" | "isAdjudication", Column>
>;

/**
 * SQL condition that is true if the row is its author's newest row and has a label. A row without a
 * label withdraws the author's earlier label.
 */
export const isCurrent = (row: LabelColumns): SQL => sql`${row.isAdjudication} = 0
  and ${row.label} is not null and not exists (
    select 1 from ${caseLabel} ${later}
    where ${later.case} = ${row.case} and ${later.author} = ${row.author}
      and ${later.isAdjudication} = 0 and ${later.number} > ${row.number})`;
const IS_CURRENT = isCurrent(own);

const OF_CASE = sql`from ${caseLabel} ${own} where ${own.case} = ${failedCase.id} and ${IS_CURRENT}`;
/**
 * SQL for the label in the newest adjudication of the case; null if the adjudication was withdrawn.
 */
const ADJUDICATION = sql`(select ${own.label} from ${caseLabel} ${own}
  where ${own.case} = ${failedCase.id} and ${own.isAdjudication} = 1
  order by ${own.number} desc limit 1)`;
const OPINIONS = sql`(select
  count(distinct json_array(${own.label} ->> '$.errorType', ${own.label} ->> '$.op')) ${OF_CASE})`;
const AUTHORS = sql`(select count(*) ${OF_CASE})`;

/**
 * Stores in each case the one label that is compared with the verdict. This is the label of the
 * newest adjudication. If there is no adjudication, it is the newest label, but only if all authors
 * agree on the error type and the operation. Run this in the transaction that adds the label rows.
 */
export function countLabels(database: Database, cases: SQL | undefined) {
  return database
    .update(failedCase)
    .set({
      label: sql`coalesce(${ADJUDICATION}, iif(${OPINIONS} = 1,
        (select ${own.label} ${OF_CASE} order by ${own.number} desc limit 1), null))`,
      labelState: sql<LabelState>`case
        when ${ADJUDICATION} is not null then 'adjudicated'
        when ${AUTHORS} = 0 then 'none'
        when ${AUTHORS} = 1 then 'one'
        when ${OPINIONS} = 1 then 'agreed'
        else 'disputed' end`,
      labelledBy: AUTHORS,
    })
    .where(cases);
}

/**
 * SQL condition that is true if the current labels of the case have different error types or
 * operations.
 */
export const isDivided: SQL = sql`${OPINIONS} > 1`;

/**
 * SQL condition that is true if the case has a decided verdict and a current label disagrees with
 * this verdict.
 */
export const isContradicted: SQL = sql`(${failedCase.errorType} is not null and exists (
  select 1 ${OF_CASE} and not ${acceptsVerdict(own.label)}))`;

/**
 * SQL version of `labelAgrees` in src/reports/distribution.ts. Use it only if the label is not null
 * and the verdict is decided.
 */
export function acceptsVerdict(label: Column): SQL {
  return sql`exists (
    select 1 from json_each(json_insert(coalesce(${label} -> '$.also', '[]'), '$[#]', json(${label}))) as cause
    where cause.value ->> 'errorType' = ${failedCase.errorType}
      and (cause.value ->> 'op' is null or cause.value ->> 'op' = ${failedCase.op}))`;
}

/**
 * SQL condition for a query of cases. It is true for a case on which the author has a current
 * label.
 */
export function isLabelledBy(project: string, author: string): SQL {
  // The condition on the project allows SQLite to use the index of an author's labels. That is
  // fast, because an author has few labels.
  return sql`exists (select 1 from ${caseLabel} ${own} where ${own.project} = ${project}
    and ${isOf(failedCase.id, author)})`;
}

/** SQL condition that is true if the author has a current label on the case with this id. */
export const hasLabel = (id: Column, author: SQL): SQL =>
  sql`exists (select 1 from ${caseLabel} ${own} where ${isOf(id, author)})`;

const isOf = (id: Column, author: SQL | string): SQL =>
  sql`${own.case} = ${id} and ${own.author} = ${author} and ${IS_CURRENT}`;

const newest = sql`(select coalesce(max(${own.number}), 0) from ${caseLabel} ${own}
  where ${own.case} = ${failedCase.id})`;

export const hasSeen = (seen: number): SQL => sql`${newest} = ${seen}`;
export const isAdjudicated: SQL = sql`${failedCase.labelState} = 'adjudicated'`;

/** SQL condition that is true if this label differs from the author's newest label on the case. */
export const isOwnChange = (author: string, label: Label | null): SQL =>
  sql`(select ${own.label} from ${caseLabel} ${own}
    where ${own.case} = ${failedCase.id} and ${own.author} = ${author} and ${own.isAdjudication} = 0
    order by ${own.number} desc limit 1) is not ${sql.param(label, caseLabel.label)}`;

export interface NewLabelRow {
  readonly author: string;
  readonly createdAt: number;
  readonly label: Label | null;
  readonly isAdjudication: boolean;
}

/** Adds the label row. Adds none if the condition is false, or the case has too many rows. */
export function addLabelRow(
  database: Database,
  where: SQL | undefined,
  row: NewLabelRow,
  condition: SQL | undefined,
) {
  const values = sql`${newest} + 1, ${row.author}, ${row.createdAt},
    ${sql.param(row.label, caseLabel.label)}, ${row.isAdjudication ? 1 : 0}`;
  return database
    .insert(caseLabel)
    .select(
      sql`select ${failedCase.project}, ${failedCase.id}, ${values} from ${failedCase}
        where ${and(where, condition, sql`${newest} < ${MAX_LABEL_ROWS}`)}`,
    )
    .returning({ number: caseLabel.number });
}

/** Maximum number of labels that one statement imports. Their JSON must stay below 2 MB. */
const IMPORT_CHUNK = 40;

/** Imports the labels; the key is a case id. Importing the same label again changes nothing. */
export async function importLabels(
  database: Database,
  project: string,
  labels: ReadonlyMap<string, Label>,
  now: number,
): Promise<void> {
  const all = [...labels];
  for (let start = 0; start < all.length; start += IMPORT_CHUNK) {
    const chunk = all.slice(start, start + IMPORT_CHUNK);
    const ids = chunk.map(([id]) => id);
    const brought = sql`(select value ->> 0 as id, value -> 1 as label
      from json_each(${JSON.stringify(chunk)})) as brought`;
    const before = sql`(select ${own.label} from ${caseLabel} ${own}
      where ${own.case} = ${failedCase.id} and ${own.author} = ${IMPORT_AUTHOR}
      order by ${own.number} desc limit 1)`;
    await database.batch([
      database.insert(caseLabel).select(
        sql`select ${failedCase.project}, ${failedCase.id}, ${newest} + 1, ${IMPORT_AUTHOR}, ${now},
            brought.label, 0
          from ${brought} join ${failedCase} on ${failedCase.id} = brought.id
          where ${failedCase.project} = ${project} and ${before} is not brought.label
            and ${newest} < ${MAX_LABEL_ROWS}`,
      ),
      countLabels(database, and(eq(failedCase.project, project), inArray(failedCase.id, ids))),
    ]);
  }
}
