/**
 * Combines two parts of one graph as sets. A union keeps all records. All other results keep a link
 * only if they keep both its variables, and an operation only if they keep one of its links. So
 * each result is a valid graph.
 */

import type { RowSet } from "../columns/row-set.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { GraphPart, type Subgraph } from "./graph-part.ts";

export function union({ rows }: EvolutionGraph, a: Subgraph, b: Subgraph): Subgraph {
  const either = new GraphPart(rows);
  for (const part of [a, b]) {
    for (const row of part.variables.rows) either.variables.addRow(row);
    for (const row of part.links.rows) either.links.addRow(row);
    for (const row of part.operations.rows) either.operations.addRow(row);
  }
  return either;
}

export function intersection(graph: EvolutionGraph, a: Subgraph, b: Subgraph): Subgraph {
  const both = new GraphPart(graph.rows);
  for (const row of a.variables.rows) if (b.variables.hasRow(row)) both.variables.addRow(row);
  addLinks(graph, both, a.links, (link) => b.links.hasRow(link));
  return both;
}

/**
 * Returns the records that are in `a` but not in `b`. If the operation of a link is in `b`, the
 * link is left out too.
 */
export function difference(graph: EvolutionGraph, a: Subgraph, b: Subgraph): Subgraph {
  const { op } = graph.rows.table.links;
  const rest = new GraphPart(graph.rows);
  addWithout(rest.variables, a.variables, b.variables);
  addLinks(graph, rest, a.links, (link) => !b.operations.hasRow(op.at(link)));
  return rest;
}

/**
 * Returns the records that are in exactly one part. A link stays only if its operation is also in
 * exactly one part.
 */
export function symmetricDifference(graph: EvolutionGraph, a: Subgraph, b: Subgraph): Subgraph {
  const { op } = graph.rows.table.links;
  const apart = new GraphPart(graph.rows);
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    addWithout(apart.variables, one.variables, other.variables);
  }
  const isApart = (link: number) =>
    a.links.hasRow(link) !== b.links.hasRow(link) &&
    a.operations.hasRow(op.at(link)) !== b.operations.hasRow(op.at(link));
  addLinks(graph, apart, a.links, isApart);
  addLinks(graph, apart, b.links, isApart);
  return apart;
}

export function isSubset(a: Subgraph, b: Subgraph): boolean {
  const isIn = (one: RowSet, other: RowSet) => one.rows.every((row) => other.hasRow(row));
  return (
    isIn(a.variables, b.variables) && isIn(a.links, b.links) && isIn(a.operations, b.operations)
  );
}

export function relationOf(a: Subgraph, b: Subgraph): "equal" | "subset" | "superset" | "neither" {
  const inside = isSubset(a, b);
  if (isSubset(b, a)) return inside ? "equal" : "superset";
  return inside ? "subset" : "neither";
}

function addWithout(to: RowSet, from: RowSet, others: RowSet): void {
  for (const row of from.rows) if (!others.hasRow(row)) to.addRow(row);
}

function addLinks(
  { rows }: EvolutionGraph,
  part: GraphPart,
  links: RowSet,
  stays: (link: number) => boolean,
): void {
  const { from, to } = rows.table.links;
  for (const link of links.rows) {
    const isInside = part.variables.hasRow(from.at(link)) && part.variables.hasRow(to.at(link));
    if (isInside && stays(link)) part.addLink(link);
  }
}
