/** The columns of label rows, and the order in which label rows are read. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { LabelAuthor, LabelRow } from "../../protocol/api/annotation/labels.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { failedCase } from "../schema/project.ts";
import { isCurrent } from "./label-rows.ts";

const later = alias(caseLabel, "later");

/**
 * Whether a row is its author's newest label, or the newest adjudication. A withdrawn row is not
 * current.
 */
export const IS_CURRENT: SQL<number> = sql`(${isCurrent(caseLabel)} or ${caseLabel.isAdjudication} = 1
  and ${caseLabel.label} is not null and not exists (
    select 1 from ${caseLabel} ${later}
    where ${later.case} = ${caseLabel.case} and ${later.isAdjudication} = 1
      and ${later.number} > ${caseLabel.number}))`;

/**
 * Number that is added to the sort key of current rows. It is larger than the number of rows of any
 * case.
 */
const CURRENT_FIRST = 1_000_000;

/** Bytes of the current labels of a case. */
export const CURRENT_BYTES: SQL<number> = sql`(select coalesce(sum(octet_length(${caseLabel.label})), 0)
  from ${caseLabel} where ${caseLabel.case} = ${failedCase.id} and ${IS_CURRENT})`;

/**
 * The sort key of a row. Current rows come before all other rows. Within both groups, newer rows
 * come before older rows.
 */
export const PLACE: SQL<number> = sql`(${caseLabel.number} + iif(${IS_CURRENT}, ${CURRENT_FIRST}, 0))`;

export const ROW_VIEW = { ...getTableColumns(caseLabel), place: PLACE.as("place") };

type ViewedRow = typeof caseLabel.$inferSelect & { readonly place: number };

export function toLabelRow(row: ViewedRow, author: LabelAuthor): LabelRow {
  const { number, createdAt, label, isAdjudication, place } = row;
  return {
    ...{ number, author, label, isAdjudication, isCurrent: place > CURRENT_FIRST },
    createdAt: new Date(createdAt).toISOString(),
  };
}
