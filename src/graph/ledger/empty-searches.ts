/** Counts the searches in a graph, and finds the searches that returned nothing. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type FlowIndex, flowIndexOf } from "../flow/flow-index.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import { kindsByRow } from "../memory/record-categories.ts";
import { isEmptiedRow } from "../memory/removal.ts";
import { isSearch } from "../memory/variable-links.ts";
import { OperationRecord } from "../records.ts";
import { queryOf } from "./unit-reads.ts";

export interface EmptySearch {
  readonly op: string;
  readonly at: number;
  /** Row of the question that the search read; undefined if the graph records none. */
  readonly query: number | undefined;
}

export interface Searches {
  /** Number of searches, empty or not. */
  readonly count: number;
  /** The empty searches, latest first. */
  readonly empty: readonly EmptySearch[];
}

/**
 * A search counts as empty if all values that it wrote are blank, or are the marker that the SDK
 * records for a missing value.
 */
export function searchesOf(graph: EvolutionGraph): InTurns<Searches> {
  return graph.derivedInTurns(findSearches);
}

function* findSearches(graph: EvolutionGraph): InTurns<Searches> {
  const { rows } = graph;
  const index = yield* flowIndexOf(graph);
  const found: EmptySearch[] = [];
  let count = 0;
  const records = new RecordCount();
  for (const row of rows.operations) {
    if (records.isDue()) yield records.cost;
    if (!isSearch(graph, row)) continue;
    count += 1;
    if (!hasOnlyEmptyOutputs(graph, index, row)) continue;
    const { id, startedAt, at } = new OperationRecord(rows, row);
    found.push({ op: id, at: startedAt ?? at, query: queryOf(graph, index, row) });
  }
  return { count, empty: found.sort((a, b) => b.at - a.at) };
}

function hasOnlyEmptyOutputs(graph: EvolutionGraph, { roles }: FlowIndex, op: number): boolean {
  const { rows } = graph;
  const { links } = rows.table;
  const kindAt = kindsByRow(graph);
  const owned = rows.linksOf.of(op);
  return (
    owned.length > 0 &&
    owned.every((link) => {
      const [from, to] = [links.from.at(link), links.to.at(link)];
      return (
        roles[from] !== "unit" &&
        roles[to] !== "unit" &&
        (kindAt(to) === "marker" || isEmptiedRow(graph, to))
      );
    })
  );
}
