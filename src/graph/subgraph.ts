/** Parts of a graph, by ids: what belongs together around operations, variables and filters. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import type { IdSet } from "./id-set.ts";
import type { Link } from "./model.ts";
import { DEFAULT_CATEGORY, type RecordFilter, recordFilter } from "./record-filter.ts";

/** Ids only: records are looked up in the graph that the part was taken from. */
export interface Subgraph {
  readonly variables: IdSet;
  readonly links: IdSet;
  readonly operations: IdSet;
}

export function wholeGraph(graph: EvolutionGraph): Subgraph {
  return {
    variables: new Set(graph.variables.keys()),
    links: new Set(graph.links.keys()),
    operations: new Set(graph.operations.keys()),
  };
}

/** The variables that exist of these, the links between them and the operations that own those. */
export function inducedSubgraph(graph: EvolutionGraph, ids: Iterable<string>): Subgraph {
  const variables = new Set([...ids].filter((id) => graph.variables.has(id)));
  const links = [...variables]
    .flatMap((id) => graph.linksFrom(id))
    .filter((link) => variables.has(link.to));
  return {
    variables,
    links: new Set(links.map((link) => link.id)),
    operations: new Set(links.map((link) => link.op)),
  };
}

/** The links that these operations own, with both ends. */
export function subgraphOfOperations(
  graph: EvolutionGraph,
  operations: Iterable<string>,
): Subgraph {
  return ofLinks([...new Set(operations)].flatMap((op) => graph.linksOf(op)));
}

/** These links with both ends and their operations. */
function ofLinks(links: readonly Link[]): Subgraph {
  return {
    variables: new Set(links.flatMap((link) => [link.from, link.to])),
    links: new Set(links.map((link) => link.id)),
    operations: new Set(links.map((link) => link.op)),
  };
}

/** The links that enter or leave the variable, with their other ends. */
export function subgraphAround(graph: EvolutionGraph, variable: string): Subgraph {
  const links = ofLinks([...graph.linksTo(variable), ...graph.linksFrom(variable)]);
  const known = graph.variables.has(variable) ? [variable] : [];
  return { ...links, variables: new Set([...known, ...links.variables]) };
}

/** What wrote the variable: one part per category of the links that enter it. */
export function operationSubgraphs(
  graph: EvolutionGraph,
  variable: string,
): (Subgraph & { readonly category: string })[] {
  const byCategory = Map.groupBy(
    graph.linksTo(variable),
    (link) => link.category ?? DEFAULT_CATEGORY.link,
  );
  return [...byCategory].map(([category, links]) => ({ category, ...ofLinks(links) }));
}

/** What wrote the variables that were made directly out of this one, as one part. */
export function writersOfChildren(graph: EvolutionGraph, variable: string): Subgraph {
  const children = new Set(graph.linksFrom(variable).map((link) => link.to));
  return ofLinks([...children].flatMap((child) => graph.linksTo(child)));
}

/** What wrote each variable that was made directly out of this one. */
export function childSubgraphs(graph: EvolutionGraph, variable: string): Subgraph[] {
  const children = new Set(graph.linksFrom(variable).map((link) => link.to));
  return [...children].flatMap((child) => operationSubgraphs(graph, child));
}

/**
 * The part's variables that pass, with the part's links between them. With `outside`, those that
 * do not pass.
 */
export function filterSubgraph(
  graph: EvolutionGraph,
  part: Subgraph,
  filter: RecordFilter & { readonly outside?: boolean },
): Subgraph {
  const passes = recordFilter("variable", filter);
  const variables = new Set<string>();
  for (const id of part.variables) {
    const variable = graph.variables.get(id);
    if (variable && passes(variable) !== (filter.outside ?? false)) variables.add(id);
  }
  const links = [...part.links].flatMap((id) => {
    const link = graph.links.get(id);
    return link && variables.has(link.from) && variables.has(link.to) ? [link] : [];
  });
  return {
    variables,
    links: new Set(links.map((link) => link.id)),
    operations: new Set(links.map((link) => link.op)),
  };
}

/** The part's variables that no link of the part enters. */
export function rootsOf(graph: EvolutionGraph, part: Subgraph): string[] {
  const entered = new Set([...part.links].map((id) => graph.links.get(id)?.to));
  return [...part.variables].filter((id) => !entered.has(id));
}

/** The part's variables that no link of the part leaves. */
export function leavesOf(graph: EvolutionGraph, part: Subgraph): string[] {
  const left = new Set([...part.links].map((id) => graph.links.get(id)?.from));
  return [...part.variables].filter((id) => !left.has(id));
}

/** From the earliest to the latest variable of the part; nothing where it has none. */
export function timeRangeOf(
  graph: EvolutionGraph,
  part: Subgraph,
): { readonly from: number; readonly to: number } | undefined {
  let range: { from: number; to: number } | undefined;
  for (const id of part.variables) {
    const at = graph.variables.get(id)?.at;
    if (at === undefined) continue;
    range = { from: Math.min(range?.from ?? at, at), to: Math.max(range?.to ?? at, at) };
  }
  return range;
}
