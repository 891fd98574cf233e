import { pageOf } from "../../database/cursor.ts";
import type { RowSet } from "../../graph/columns/row-set.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Subgraph } from "../../graph/parts/graph-part.ts";
import { leavesOf, rootsOf, timeRangeOf, wholeGraph } from "../../graph/parts/subgraph.ts";
import { relationOf } from "../../graph/parts/subgraph-algebra.ts";
import { takePart } from "../../graph/parts/take-part.ts";
import { contributingSessions, downstreamSessions } from "../../graph/parts/walk.ts";
import type {
  GraphSession,
  PartFigures,
  PartOfGraph,
  PartQuery,
  PartRecord,
} from "../../protocol/api/graph-parts.ts";
import { ApiError } from "../errors.ts";
import { lostPlace, type PageWanted } from "../list-page.ts";
import { viewHit } from "./graph-query-views.ts";
import { isoTime } from "./graph-views.ts";
import { missingVariable } from "./missing-record.ts";

export function partOf(graph: EvolutionGraph, wanted: PartOfGraph | undefined): Subgraph {
  if (wanted === undefined) return wholeGraph(graph);
  const part = takePart(graph, wanted);
  if (part !== undefined) return part;
  const unknown = variablesOf(wanted).find((id) => !graph.variables.has(id));
  throw missingVariable(graph, unknown ?? "");
}

function variablesOf(part: PartOfGraph): string[] {
  const own = "variable" in part ? [part.variable] : [];
  return "of" in part ? [...own, ...[part.of].flat().flatMap(variablesOf)] : own;
}

interface PartRow {
  readonly kind: "variable" | "link" | "operation";
  readonly id: string;
}

interface PartList {
  readonly kind: PartRow["kind"];
  readonly records: RowSet;
}

/** Returns the requested lists in this order: variables, links, operations. */
export function listsOf(graph: EvolutionGraph, part: Subgraph, query: PartQuery): PartList[] {
  const variables =
    query.ends === undefined
      ? part.variables
      : (query.ends === "roots" ? rootsOf : leavesOf)(graph, part);
  const lists: PartList[] = [{ kind: "variable", records: variables }];
  if (query.ends === undefined) {
    lists.push({ kind: "link", records: part.links });
    lists.push({ kind: "operation", records: part.operations });
  }
  return lists.filter(({ kind }) => query.kinds?.includes(kind) !== false);
}

/** Returns one page of the lists. Creates only the records of this page. */
export function pageOfPart(
  graph: EvolutionGraph,
  lists: readonly PartList[],
  { cursor, limit }: PageWanted,
) {
  const last = cursor && readPlace(cursor.id);
  const first = last === undefined ? 0 : lists.findIndex(({ kind }) => kind === last.kind);
  const before = last === undefined ? -1 : (lists[first]?.records.placeOf(last.id) ?? -1);
  if (last !== undefined && before < 0) throw lostPlace();
  const rows: PartRow[] = [];
  for (const [index, { kind, records }] of lists.slice(first).entries()) {
    let place = index === 0 ? before + 1 : 0;
    for (; place < records.size && rows.length <= limit; place++) {
      rows.push({ kind, id: records.idAt(place) });
    }
  }
  return pageOf(
    rows,
    limit,
    (row) => viewRow(graph, row),
    ({ kind, id }) => ({ time: 0, id: `${kind} ${id}` }),
  );
}

function readPlace(text: string): { kind: string; id: string } {
  const space = text.indexOf(" ");
  return { kind: text.slice(0, space), id: text.slice(space + 1) };
}

function viewRow(graph: EvolutionGraph, row: PartRow): PartRecord {
  const { match: _, ...record } = viewHit(graph, row);
  const link = row.kind === "link" ? graph.links.get(row.id) : undefined;
  return { ...record, ends: link ? { op: link.op, from: link.from, to: link.to } : null };
}

export function figuresOf(
  graph: EvolutionGraph,
  part: Subgraph,
  other: Subgraph | undefined,
): PartFigures {
  const range = timeRangeOf(graph, part);
  return {
    variables: part.variables.size,
    links: part.links.size,
    operations: part.operations.size,
    from: range ? isoTime(range.from) : null,
    to: range ? isoTime(range.to) : null,
    relation: other ? relationOf(part, other) : null,
  };
}

/**
 * Returns the ids of the sessions of `behind` and its ancestors, or of `after` and its descendants.
 * Without a variable, returns all sessions of the graph. Sessions that have a session record come
 * first, in the graph's order.
 */
export function sessionsOf(
  graph: EvolutionGraph,
  { behind, after }: { readonly behind?: string | undefined; readonly after?: string | undefined },
): string[] {
  if (behind !== undefined && after !== undefined) {
    throw new ApiError("invalid_request", "behind, after: give only one of them.");
  }
  const variable = behind ?? after;
  if (variable === undefined) return [...graph.sessions.keys()];
  if (!graph.variables.has(variable)) throw missingVariable(graph, variable);
  return behind === undefined
    ? downstreamSessions(graph, variable)
    : contributingSessions(graph, variable);
}

export function viewSession(graph: EvolutionGraph, id: string): GraphSession {
  const session = graph.sessions.get(id);
  return {
    id,
    name: session?.name ?? null,
    category: session?.category ?? null,
    comment: session?.comment ?? null,
    user: session?.user ?? null,
    at: session ? isoTime(session.at) : null,
  };
}
