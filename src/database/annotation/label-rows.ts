/**
 * The SQL statements that add label rows, and that decide which label counts for a case: the label
 * with which the verdict is compared.
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
 * Whether the row is the newest row of its author and contains a label. A row without a label
 * withdraws the author's earlier label.
 */
export const isCurrent = (row: LabelColumns): SQL => sql`${row.isAdjudication} = 0
  and ${row.label} is not null and not exists (
    select 1 from ${caseLabel} ${later}
    where ${later.case} = ${row.case} and ${later.author} = ${row.author}
      and ${later.isAdjudication} = 0 and ${later.number} > ${row.number})`;
const IS_CURRENT = isCurrent(own);

const OF_CASE = sql`from ${caseLabel} ${own} where ${own.case} = ${failedCase.id} and ${IS_CURRENT}`;
/** SQL for the label in the case's newest adjudication; null if the adjudication was withdrawn. */
const ADJUDICATION = sql`(select ${own.label} from ${caseLabel} ${own}
  where ${own.case} = ${failedCase.id} and ${own.isAdjudication} = 1
  order by ${own.number} desc limit 1)`;
const OPINIONS = sql`(select
  count(distinct json_array(${own.label} ->> '$.errorType', ${own.label} ->> '$.op')) ${OF_CASE})`;
const AUTHORS = sql`(select count(*) ${OF_CASE})`;

/**
 * Sets the label that counts for each of these cases. If there is an adjudication, the newest one
 * decides. If there is none, and all authors agree on error type and operation, the newest label
 * counts. If the authors disagree, no label counts. Run this in the transaction that adds the label
 * rows.
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

/** Whether the current labels of a case differ in the error type or the operation. */
export const isDivided: SQL = sql`${OPINIONS} > 1`;

/** Whether the case has a decided verdict, and a current label that disagrees with it. */
export const isContradicted: SQL = sql`(${failedCase.errorType} is not null and exists (
  select 1 ${OF_CASE} and not ${acceptsVerdict(own.label)}))`;

/**
 * The function `labelAgrees` of src/reports/distribution.ts as SQL. Use it only if the label is not
 * null and the verdict is decided.
 */
export function acceptsVerdict(label: Column): SQL {
  return sql`exists (
    select 1 from json_each(json_insert(coalesce(${label} -> '$.also', '[]'), '$[#]', json(${label}))) as cause
    where cause.value ->> 'errorType' = ${failedCase.errorType}
      and (cause.value ->> 'op' is null or cause.value ->> 'op' = ${failedCase.op}))`;
}

/** Whether the author has a current label on the case of the enclosing query. */
export function isLabelledBy(project: string, author: string): SQL {
  // The condition on the project lets SQLite use an index of the author's labels, which are few.
  return sql`exists (select 1 from ${caseLabel} ${own} where ${own.project} = ${project}
    and ${isOf(failedCase.id, author)})`;
}

/**
 * Whether the author has a current label on the case with this id. A withdrawn label does not
 * count.
 */
export const hasLabel = (id: Column, author: SQL): SQL =>
  sql`exists (select 1 from ${caseLabel} ${own} where ${isOf(id, author)})`;

const isOf = (id: Column, author: SQL | string): SQL =>
  sql`${own.case} = ${id} and ${own.author} = ${author} and ${IS_CURRENT}`;

const newest = sql`(select coalesce(max(${own.number}), 0) from ${caseLabel} ${own}
  where ${own.case} = ${failedCase.id})`;

export const hasSeen = (seen: number): SQL => sql`${newest} = ${seen}`;
export const isAdjudicated: SQL = sql`${failedCase.labelState} = 'adjudicated'`;

/** Whether this label differs from the author's current label on the case. */
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

/**
 * Adds a label row to the case. Adds none if the condition is false, or if the case already has the
 * maximum number of rows.
 */
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

/** Maximum labels that one statement imports. The JSON of all its labels must stay below 2 MB. */
const IMPORT_CHUNK = 40;

/** Adds the labels of an imported file. Importing the same label again changes nothing. */
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
