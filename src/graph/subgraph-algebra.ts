/**
 * Set algebra of two parts of one graph. A link stays only where both its ends stay, and an
 * operation only where one of its links does, so that every result is a graph again; a union keeps
 * everything.
 */
import type { EvolutionGraph } from "./evolution-graph.ts";
import type { IdSet } from "./id-set.ts";
import type { Link } from "./model.ts";
import type { Subgraph } from "./subgraph.ts";

export function union(a: Subgraph, b: Subgraph): Subgraph {
  return {
    variables: new Set([...a.variables, ...b.variables]),
    links: new Set([...a.links, ...b.links]),
    operations: new Set([...a.operations, ...b.operations]),
  };
}

export function intersection(graph: EvolutionGraph, a: Subgraph, b: Subgraph): Subgraph {
  const links = [...a.links].filter((id) => b.links.has(id));
  const variables = [...a.variables].filter((id) => b.variables.has(id));
  return closed(graph, new Set(variables), links, () => true);
}

/** What only `a` has. Links of an operation that `b` has too do not count as its own. */
export function difference(graph: EvolutionGraph, a: Subgraph, b: Subgraph): Subgraph {
  const variables = new Set(without(a.variables, b.variables));
  return closed(graph, variables, a.links, (link) => !b.operations.has(link.op));
}

/** What exactly one of the two has; links only of operations that exactly one has. */
export function symmetricDifference(graph: EvolutionGraph, a: Subgraph, b: Subgraph): Subgraph {
  const variables = inOne(a.variables, b.variables);
  const operations = inOne(a.operations, b.operations);
  return closed(graph, variables, inOne(a.links, b.links), (link) => operations.has(link.op));
}

/** Whether `b` has every variable, link and operation of `a`. */
export function isSubset(a: Subgraph, b: Subgraph): boolean {
  return (
    without(a.variables, b.variables).length === 0 &&
    without(a.links, b.links).length === 0 &&
    without(a.operations, b.operations).length === 0
  );
}

/** How the one part stands to the other, by variables, links and operations. */
export function relationOf(a: Subgraph, b: Subgraph): "equal" | "subset" | "superset" | "neither" {
  const inside = isSubset(a, b);
  if (isSubset(b, a)) return inside ? "equal" : "superset";
  return inside ? "subset" : "neither";
}

function without(ids: IdSet, others: IdSet): string[] {
  return [...ids].filter((id) => !others.has(id));
}

function inOne(a: IdSet, b: IdSet): IdSet {
  return new Set([...without(a, b), ...without(b, a)]);
}

function closed(
  graph: EvolutionGraph,
  variables: IdSet,
  candidates: Iterable<string>,
  stays: (link: Link) => boolean,
): Subgraph {
  const links = new Set<string>();
  const operations = new Set<string>();
  for (const id of candidates) {
    const link = graph.links.get(id);
    if (!link || !variables.has(link.from) || !variables.has(link.to) || !stays(link)) continue;
    links.add(id);
    operations.add(link.op);
  }
  return { variables, links, operations };
}
