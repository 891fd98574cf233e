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
export function isReturn(graph: EvolutionGraph, { op, to }: Pick<Link, "op" | "to">): boolean {
  return isSearch(graph, op) && writerOf(graph, to) !== op;
}

/** Whether the operation's category, or else its name, says that it searches. */
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

/** Whether operations are searches, by id, as far as it was asked. */
function knownSearches(): Map<string, boolean> {
  return new Map();
}
