/** Columns of a label row that queries select, and the sort order of label rows. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { LabelAuthor, LabelRow } from "../../protocol/api/annotation/labels.ts";
import { caseLabel } from "../schema/annotation/labels.ts";
import { failedCase } from "../schema/project.ts";
import { isCurrent } from "./label-rows.ts";

const later = alias(caseLabel, "later");

/**
 * SQL condition that is true if the row has a label that still counts. Each author's newest row for
 * a case counts, and the newest adjudication of the case counts. A row without a label only
 * withdraws an earlier label, so the condition is false for it.
 */
export const IS_CURRENT: SQL<number> = sql`(${isCurrent(caseLabel)} or ${caseLabel.isAdjudication} = 1
  and ${caseLabel.label} is not null and not exists (
    select 1 from ${caseLabel} ${later}
    where ${later.case} = ${caseLabel.case} and ${later.isAdjudication} = 1
      and ${later.number} > ${caseLabel.number}))`;

/**
 * This number is added to the sort key of current rows, so that they come first. It is larger than
 * the number of rows of any case.
 */
const CURRENT_FIRST = 1_000_000;

/** SQL for the total bytes of the current labels of a case. */
export const CURRENT_BYTES: SQL<number> = sql`(select coalesce(sum(octet_length(${caseLabel.label})), 0)
  from ${caseLabel} where ${caseLabel.case} = ${failedCase.id} and ${IS_CURRENT})`;

/**
 * SQL for the sort key of a label row, highest first. Current rows come before others, and newer
 * rows before older rows.
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
