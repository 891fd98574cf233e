/**
 * Sorts the links of a variable by effect: they write it, return it from a search, read it or
 * remove it.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { writerOf } from "../history/execution-order.ts";
import type { Link, Variable } from "../model.ts";
import { stepKindOf } from "./record-categories.ts";
import { isRemoval } from "./removal.ts";

export interface VariableLinks {
  readonly writes: readonly Link[];
  /** Links from searches that found the variable, which another operation had written. */
  readonly returns: readonly Link[];
  /** Links that leave the variable, except removals. */
  readonly reads: readonly Link[];
  /** Links that remove the variable from the memory. */
  readonly removals: readonly Link[];
}

export function variableLinks(graph: EvolutionGraph, { id }: Pick<Variable, "id">): VariableLinks {
  const { returns = [], writes = [] } = Object.groupBy(graph.linksTo(id), (link) =>
    isReturn(graph, link) ? "returns" : "writes",
  );
  const { removals = [], reads = [] } = Object.groupBy(graph.linksFrom(id), (link) =>
    isRemoval(graph, link) ? "removals" : "reads",
  );
  return { writes, returns, reads, removals };
}

/** Whether the link shows a search that found a value which another operation had written. */
export function isReturn(graph: EvolutionGraph, { op, to }: Pick<Link, "op" | "to">): boolean {
  return isSearch(graph, op) && writerOf(graph, to) !== op;
}

/** Whether the operation searches, by its category or otherwise by its name. */
export function isSearch(graph: EvolutionGraph, op: string): boolean {
  const searches = graph.derived(knownSearches);
  let known = searches.get(op);
  if (known === undefined) {
    const { category = "", name = "" } = graph.operations.get(op) ?? {};
    known = (stepKindOf({ category }) ?? stepKindOf({ category: name })) === "retrieval";
    searches.set(op, known);
  }
  return known;
}

/** Cache: whether an operation is a search, by its id. */
function knownSearches(): Map<string, boolean> {
  return new Map();
}
