/**
 * Sorts the links of a variable by what their operations did: write it, return it from a search,
 * read it, or remove it.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { writerOf, writerRows } from "../history/execution-order.ts";
import type { Link, Variable } from "../model.ts";
import { OperationRecord } from "../records.ts";
import { type StepKind, stepKindOf } from "./record-categories.ts";
import { isRemoval } from "./removal.ts";

export interface VariableLinks {
  readonly writes: readonly Link[];
  /**
   * Links by which a search returned the variable. The search did not write the variable. Another
   * operation wrote the variable earlier.
   */
  readonly returns: readonly Link[];
  readonly reads: readonly Link[];
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

function isReturn(graph: EvolutionGraph, { op, to }: Pick<Link, "op" | "to">): boolean {
  return isSearch(graph, graph.rows.findOperation(op)) && writerOf(graph, to) !== op;
}

/** Whether the link shows that a search returned a value that another operation had written. */
export function isReturnRow(graph: EvolutionGraph, link: number): boolean {
  const { op, to } = graph.rows.table.links;
  const step = op.at(link);
  return isSearch(graph, step) && writerRows(graph)[to.at(link)] !== step;
}

/**
 * Whether the operation is a search. If its category names no kind of operation, its name decides.
 */
export function isSearch(graph: EvolutionGraph, op: number): boolean {
  return graph.derived(findSearches)[op] === 1;
}

function findSearches({ rows }: EvolutionGraph): Uint8Array {
  const searches = new Uint8Array(rows.table.operations.size);
  // Many operations have the same label. So interpret each different label only once.
  const kinds = new Map<string, StepKind | undefined>();
  const kindOf = (label: string | undefined) => {
    if (label === undefined) return undefined;
    if (!kinds.has(label)) kinds.set(label, stepKindOf({ category: label }));
    return kinds.get(label);
  };
  for (const row of rows.operations) {
    const { category, name } = new OperationRecord(rows, row);
    if ((kindOf(category) ?? kindOf(name)) === "retrieval") searches[row] = 1;
  }
  return searches;
}
