/** What each link of a variable does to it: writes it, returns it from a search, reads or removes it. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { writerOf } from "../history/execution-order.ts";
import type { Link, Variable } from "../model.ts";
import { stepKindOf } from "./record-categories.ts";
import { isRemoval } from "./removal.ts";

export interface VariableLinks {
  readonly writes: readonly Link[];
  /** From searches that found the variable: another operation had written it. */
  readonly returns: readonly Link[];
  /** Links that leave the variable, without removals. */
  readonly reads: readonly Link[];
  /** Links that take the variable out of the memory. */
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
export function isReturn(graph: EvolutionGraph, link: Pick<Link, "op" | "to">): boolean {
  const searches = graph.derived(knownSearches);
  let isSearch = searches.get(link.op);
  if (isSearch === undefined) {
    const { category = "", name = "" } = graph.operations.get(link.op) ?? {};
    isSearch = (stepKindOf({ category }) ?? stepKindOf({ category: name })) === "retrieval";
    searches.set(link.op, isSearch);
  }
  return isSearch && writerOf(graph, link.to) !== link.op;
}

/** Whether operations are searches, by id, as far as it was asked. */
function knownSearches(): Map<string, boolean> {
  return new Map();
}
