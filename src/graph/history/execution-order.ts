/** Finds the order in which operations ran, and the operation that first wrote a variable. */
import { noneOf } from "../columns/columns.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";

/** Maps the id of each operation to its position in the execution order. */
export function executionOrder(graph: EvolutionGraph): ReadonlyMap<string, number> {
  return graph.derived(positionsById);
}

function positionsById(graph: EvolutionGraph): ReadonlyMap<string, number> {
  const ordered = executionRows(graph);
  return new Map(Array.from(ordered, (row, position) => [graph.rows.operationId(row), position]));
}

/** Maps the row of each operation to its position in the execution order. */
export function executionPositions(graph: EvolutionGraph): Int32Array {
  return graph.derived(positionsByRow);
}

function positionsByRow(graph: EvolutionGraph): Int32Array {
  const positions = noneOf(graph.rows.table.operations.size);
  let position = 0;
  for (const row of executionRows(graph)) positions[row] = position++;
  return positions;
}

export function executionRows(graph: EvolutionGraph): Uint32Array {
  return graph.derived(orderByStart);
}

function orderByStart({ rows }: EvolutionGraph): Uint32Array {
  const { at, startedAt, next } = rows.table.operations;
  const starts = new Float64Array(at.size);
  for (const first of rows.operations) {
    let start = at.at(first);
    // If several events of the operation give a start time, the last of them counts.
    for (let row = first; row >= 0; row = next.at(row))
      if (!Number.isNaN(startedAt.at(row))) start = startedAt.at(row);
    starts[first] = start;
  }
  const startOf = (row: number) => starts[row] as number;
  // Equal start times keep the graph's order, because the sort is stable.
  return rows.operations.toSorted((a, b) => startOf(a) - startOf(b));
}

/** Returns the id of the first operation that wrote the variable; undefined if none did. */
export function writerOf(graph: EvolutionGraph, variable: string): string | undefined {
  const known = graph.derived(knownWriters);
  if (!known.has(variable)) known.set(variable, findWriter(graph, variable));
  return known.get(variable);
}

function knownWriters(): Map<string, string | undefined> {
  return new Map();
}

function findWriter(graph: EvolutionGraph, variable: string): string | undefined {
  const writer = writerRows(graph)[graph.rowOf(variable)] ?? -1;
  return writer < 0 ? undefined : graph.rows.operationId(writer);
}

/** Maps the row of each variable to the row of the first operation that wrote it; -1 for none. */
export function writerRows(graph: EvolutionGraph): Int32Array {
  return graph.derived(firstWriters);
}

function firstWriters(graph: EvolutionGraph): Int32Array {
  const { rows } = graph;
  const { links, variables } = rows.table;
  const positions = executionPositions(graph);
  const writers = noneOf(variables.size);
  for (const link of rows.links) {
    const [to, op] = [links.to.at(link), links.op.at(link)];
    const first = writers[to] as number;
    if (first < 0 || (positions[op] as number) < (positions[first] as number)) writers[to] = op;
  }
  return writers;
}
