/** Tests whether records pass the filters of walks, subgraphs and searches. */
import type { GraphRows } from "../build/graph-rows.ts";
import type { LabelTable } from "../columns/label-table.ts";
import type { Link, Operation, Session, Variable } from "../model.ts";

/** A record passes if it meets every condition that is set. */
export interface RecordFilter {
  /** Earliest time that passes, in milliseconds since the epoch. */
  readonly from?: number;
  /** Latest time that passes, in milliseconds since the epoch. */
  readonly to?: number;
  /** Categories that pass. A record without a category is tested with its `DEFAULT_CATEGORY`. */
  readonly categories?: readonly string[];
  /** Ids of the sessions that pass. A session record is tested by its own id. */
  readonly sessions?: readonly string[];
}

export type RecordKind = "session" | "operation" | "variable" | "link";

/**
 * A record without a category is treated as if it had this category. The export to smartcomment
 * writes this category too.
 */
export const DEFAULT_CATEGORY: Readonly<Record<RecordKind, string>> = {
  session: "session",
  operation: "operation",
  variable: "variable",
  link: "operation",
};

export function recordFilter(
  kind: RecordKind,
  filter: RecordFilter,
): (record: Session | Operation | Variable | Link) => boolean {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  const categories = filter.categories && new Set(filter.categories);
  const sessions = filter.sessions && new Set(filter.sessions);
  return (record) => {
    if (record.at < from || record.at > to) return false;
    if (categories && !categories.has(record.category ?? DEFAULT_CATEGORY[kind])) return false;
    if (sessions === undefined) return true;
    const session = "session" in record ? record.session : undefined;
    return sessions.has((kind === "session" ? record.id : session) ?? "");
  };
}

/**
 * Returns a fast test for rows, which creates no records. Returns undefined if every row passes.
 */
export function rowFilter(
  { table }: GraphRows,
  kind: "variable" | "link",
  filter: RecordFilter,
): ((row: number) => boolean) | undefined {
  const parts = [filter.from, filter.to, filter.categories, filter.sessions];
  if (parts.every((part) => part === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  const isTimed = filter.from !== undefined || filter.to !== undefined;
  const columns = kind === "variable" ? table.variables : table.links;
  const at = columns.at.numbers;
  const category = columns.category.numbers;
  const session = columns.session.numbers;
  const categories = marksOf(table.labels, filter.categories);
  if (filter.categories?.includes(DEFAULT_CATEGORY[kind])) categories?.fill(1, 0, 1);
  const sessions = marksOf(table.labels, filter.sessions);
  return (row) => {
    if (categories !== undefined && categories[(category[row] as number) + 1] !== 1) return false;
    if (sessions !== undefined && sessions[(session[row] as number) + 1] !== 1) return false;
    return !isTimed || isWithin(at[row] as number, from, to);
  };
}

function isWithin(at: number, from: number, to: number): boolean {
  return at >= from && at <= to;
}

/**
 * Returns an array with one entry for each label of the table: 1 if `labels` contains the label,
 * and 0 otherwise. The label with index n has the entry n + 1. Entry 0 is for records without a
 * label. Returns undefined if `labels` is undefined.
 */
function marksOf(table: LabelTable, labels: readonly string[] | undefined): Uint8Array | undefined {
  if (labels === undefined) return undefined;
  const marks = new Uint8Array(table.size + 1);
  for (const label of labels) {
    const number = table.find(label);
    if (number >= 0) marks[number + 1] = 1;
  }
  return marks;
}
