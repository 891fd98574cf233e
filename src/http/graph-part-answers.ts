/** Parts of a graph, and its sessions, as the API shows them. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { takePart } from "../graph/part.ts";
import { leavesOf, rootsOf, type Subgraph, timeRangeOf, wholeGraph } from "../graph/subgraph.ts";
import { relationOf } from "../graph/subgraph-algebra.ts";
import { contributingSessions, downstreamSessions } from "../graph/walk.ts";
import type {
  GraphSession,
  PartFigures,
  PartOfGraph,
  PartQuery,
  PartRecord,
} from "../protocol/graph-parts.ts";
import { ApiError, notFound } from "./errors.ts";
import { viewHit } from "./graph-query-views.ts";
import { isoTime } from "./graph-views.ts";

/** A variable that the part begins at and the graph does not have answers 404. */
export function partOf(graph: EvolutionGraph, wanted: PartOfGraph | undefined): Subgraph {
  if (wanted === undefined) return wholeGraph(graph);
  const part = takePart(graph, wanted);
  if (part === undefined) throw notFound("variable");
  return part;
}

export interface PartRow {
  readonly kind: "variable" | "link" | "operation";
  readonly id: string;
}

/** The records of the part that are asked for: variables, links, operations. */
export function rowsOf(graph: EvolutionGraph, part: Subgraph, query: PartQuery): PartRow[] {
  const kinds = query.kinds ?? ["variable", "link", "operation"];
  const rows = (kind: PartRow["kind"], ids: Iterable<string>): PartRow[] =>
    kinds.includes(kind) ? Array.from(ids, (id) => ({ kind, id })) : [];
  if (query.ends === "roots") return rows("variable", rootsOf(graph, part));
  if (query.ends === "leaves") return rows("variable", leavesOf(graph, part));
  return [
    ...rows("variable", part.variables),
    ...rows("link", part.links),
    ...rows("operation", part.operations),
  ];
}

export function viewRow(graph: EvolutionGraph, row: PartRow): PartRecord {
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

/** In the graph's order; sessions that were only named come last. */
export function sessionsOf(
  graph: EvolutionGraph,
  { behind, after }: { readonly behind?: string | undefined; readonly after?: string | undefined },
): string[] {
  if (behind !== undefined && after !== undefined) {
    throw new ApiError("invalid_request", "behind, after: give one of them.");
  }
  const variable = behind ?? after;
  if (variable === undefined) return [...graph.sessions.keys()];
  if (!graph.variables.has(variable)) throw notFound("variable");
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
