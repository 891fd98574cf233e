/** Takes the part of a graph that an expression describes; and what is true of a part as a whole. */
import type { PartOfGraph } from "../protocol/graph-parts.ts";
import type { EvolutionGraph } from "./evolution-graph.ts";
import {
  filterSubgraph,
  inducedSubgraph,
  operationSubgraphs,
  type Subgraph,
  subgraphAround,
  subgraphOfOperations,
  wholeGraph,
  writersOfChildren,
} from "./subgraph.ts";
import { difference, intersection, symmetricDifference, union } from "./subgraph-algebra.ts";
import { walk } from "./walk.ts";

const EMPTY: Subgraph = { variables: new Set(), links: new Set(), operations: new Set() };

/**
 * Ids of a list that the graph does not have are passed over. `undefined` where it does not have a
 * variable that a part begins at.
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
  const [first = EMPTY, second = EMPTY] = parts;
  switch (wanted.part) {
    case "whole":
      return wholeGraph(graph);
    case "variables":
      return inducedSubgraph(graph, wanted.ids);
    case "operations":
      return subgraphOfOperations(graph, wanted.ids);
    case "walk":
      return walk(graph, wanted.variable, wanted) ?? EMPTY;
    case "around":
      return subgraphAround(graph, wanted.variable);
    case "children":
      return writersOfChildren(graph, wanted.variable);
    case "writers":
      return operationSubgraphs(graph, wanted.variable)
        .filter(({ category }) => category === (wanted.category ?? category))
        .reduce<Subgraph>(union, EMPTY);
    case "filter":
      return filterSubgraph(graph, first, wanted);
    case "union":
      return parts.reduce(union);
    case "intersection":
      return parts.reduce((a, b) => intersection(graph, a, b));
    case "difference":
      return difference(graph, first, second);
    case "symmetricDifference":
      return symmetricDifference(graph, first, second);
  }
}
