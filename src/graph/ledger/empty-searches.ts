/** Searches that found nothing. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type FlowIndex, flowIndexOf } from "../flow/flow-index.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import { kindOf } from "../memory/record-categories.ts";
import { isEmptied } from "../memory/removal.ts";
import { isSearch } from "../memory/variable-links.ts";
import { queryOf } from "./unit-reads.ts";

export interface EmptySearch {
  readonly op: string;
  readonly at: number;
  /** Row of the query; undefined if none is recorded. */
  readonly query: number | undefined;
}

/**
 * Latest first. A search is empty if every value that it wrote is empty or marks a missing value.
 */
export function emptySearchesOf(graph: EvolutionGraph): InTurns<readonly EmptySearch[]> {
  return graph.derivedInTurns(findEmptySearches);
}

function* findEmptySearches(graph: EvolutionGraph): InTurns<EmptySearch[]> {
  const { rows } = graph;
  const index = yield* flowIndexOf(graph);
  const found: EmptySearch[] = [];
  const records = new RecordCount();
  for (const row of rows.operations) {
    if (records.isDue()) yield records.cost;
    const op = rows.operationId(row);
    if (!isSearch(graph, op) || !hasOnlyEmptyOutputs(graph, index, row)) continue;
    const operation = graph.operations.get(op);
    if (operation === undefined) continue;
    found.push({ op, at: operation.startedAt ?? operation.at, query: queryOf(graph, index, row) });
  }
  return found.sort((a, b) => b.at - a.at);
}

function hasOnlyEmptyOutputs(graph: EvolutionGraph, { roles }: FlowIndex, op: number): boolean {
  const { rows } = graph;
  const { links } = rows.table;
  const owned = rows.linksOf.of(op);
  return (
    owned.length > 0 &&
    owned.every((link) => {
      const [from, to] = [links.from.at(link), links.to.at(link)];
      return roles[from] !== "unit" && roles[to] !== "unit" && isEmptyValue(graph, to);
    })
  );
}

function isEmptyValue(graph: EvolutionGraph, row: number): boolean {
  const variable = graph.variables.get(graph.rows.variableId(row));
  return variable !== undefined && (kindOf(variable) === "marker" || isEmptied(graph, variable));
}
