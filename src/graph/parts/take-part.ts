/** Evaluates an API request for a part of a graph. */
import type { PartOfGraph } from "../../protocol/api/graph-parts.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Subgraph } from "./graph-part.ts";
import {
  emptySubgraph,
  filterSubgraph,
  inducedSubgraph,
  operationSubgraphs,
  subgraphAround,
  subgraphOfOperations,
  wholeGraph,
  writersOfChildren,
} from "./subgraph.ts";
import { difference, intersection, symmetricDifference, union } from "./subgraph-algebra.ts";
import { walk } from "./walk.ts";

/**
 * Returns the wanted part of the graph. If a list contains an id that the graph does not have, the
 * id is ignored. If the part starts at one variable and the graph does not have this variable,
 * returns undefined.
 */
export function takePart(graph: EvolutionGraph, wanted: PartOfGraph): Subgraph | undefined {
  if ("variable" in wanted && !graph.variables.has(wanted.variable)) return undefined;
  const inner = "of" in wanted ? [wanted.of].flat() : [];
  const parts: Subgraph[] = [];
  for (const each of inner) {
    const part = takePart(graph, each);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return combine(graph, wanted, parts);
}

function combine(graph: EvolutionGraph, wanted: PartOfGraph, parts: readonly Subgraph[]): Subgraph {
  const empty = emptySubgraph(graph);
  const [first = empty, second = empty] = parts;
  switch (wanted.part) {
    case "whole":
      return wholeGraph(graph);
    case "variables":
      return inducedSubgraph(graph, wanted.ids);
    case "operations":
      return subgraphOfOperations(graph, wanted.ids);
    case "walk":
      return walk(graph, wanted.variable, wanted) ?? empty;
    case "around":
      return subgraphAround(graph, wanted.variable);
    case "children":
      return writersOfChildren(graph, wanted.variable);
    case "writers":
      return operationSubgraphs(graph, wanted.variable)
        .filter(({ category }) => category === (wanted.category ?? category))
        .reduce((all, { part }) => union(graph, all, part), empty);
    case "filter":
      return filterSubgraph(graph, first, wanted);
    case "union":
      return parts.reduce((a, b) => union(graph, a, b));
    case "intersection":
      return parts.reduce((a, b) => intersection(graph, a, b));
    case "difference":
      return difference(graph, first, second);
    case "symmetricDifference":
      return symmetricDifference(graph, first, second);
  }
}
