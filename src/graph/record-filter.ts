/** Which records a walk, a subgraph or a search takes. */
import type { GraphRows } from "./graph-rows.ts";
import type { Link, Operation, Session, Variable } from "./model.ts";

/** A record passes if it passes every given part. */
export interface RecordFilter {
  /** Earliest time, inclusive, in milliseconds since the epoch. */
  readonly from?: number;
  /** Latest time, inclusive. */
  readonly to?: number;
  /** A record without a category counts as one of the category that the export writes for it. */
  readonly categories?: readonly string[];
  /** Session ids. A session belongs to itself. */
  readonly sessions?: readonly string[];
}

export type RecordKind = "session" | "operation" | "variable" | "link";

/** The category that the smartcomment export writes where none was recorded. */
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

/** The same for variables or links by row, without looking at a record; nothing where all pass. */
export function rowFilter(
  { table }: GraphRows,
  kind: "variable" | "link",
  filter: RecordFilter,
): ((row: number) => boolean) | undefined {
  const parts = [filter.from, filter.to, filter.categories, filter.sessions];
  if (parts.every((part) => part === undefined)) return undefined;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  const { at, category, session } = kind === "variable" ? table.variables : table.links;
  const numbersOf = (labels: readonly string[] | undefined) =>
    labels && new Set(labels.map((label) => table.labels.find(label)).filter((n) => n >= 0));
  const categories = numbersOf(filter.categories);
  if (filter.categories?.includes(DEFAULT_CATEGORY[kind])) categories?.add(-1);
  const sessions = numbersOf(filter.sessions);
  return (row) =>
    at.at(row) >= from &&
    at.at(row) <= to &&
    (categories === undefined || categories.has(category.at(row))) &&
    (sessions === undefined || sessions.has(session.at(row)));
}
