/** The shapes in which label rows are read. */
import type { LabelAuthor, LabelRow } from "../../protocol/api/annotation/labels.ts";
import type { caseLabel } from "../schema/annotation/labels.ts";

type StoredRow = typeof caseLabel.$inferSelect;
type CurrentRow = StoredRow & { readonly isCurrent: boolean };

/** @param rows of one case, newest first */
export function withCurrent(rows: readonly StoredRow[]): CurrentRow[] {
  const met = new Set<string>();
  return rows.map((row) => {
    const slot = row.isAdjudication ? "" : row.author;
    const isNewest = !met.has(slot);
    met.add(slot);
    return { ...row, isCurrent: isNewest && row.label !== null };
  });
}

export function labelRowsOf(
  rows: readonly CurrentRow[],
  authorOf: (id: string) => LabelAuthor,
): LabelRow[] {
  return rows.map((row) => ({
    number: row.number,
    author: authorOf(row.author),
    createdAt: new Date(row.createdAt).toISOString(),
    label: row.label,
    isAdjudication: row.isAdjudication,
    isCurrent: row.isCurrent,
  }));
}
