/** The order in which a graph's operations ran, and which of them wrote a variable first. */
import type { EvolutionGraph } from "../evolution-graph.ts";

/** Position of each operation in execution order, by operation id. */
export function executionOrder(graph: EvolutionGraph): ReadonlyMap<string, number> {
  return graph.derived(orderByStart);
}

function orderByStart(graph: EvolutionGraph): ReadonlyMap<string, number> {
  const recorded = [...graph.operations.values()].map((op, index) => ({
    id: op.id,
    at: op.startedAt ?? op.at,
    index,
  }));
  recorded.sort((a, b) => a.at - b.at || a.index - b.index);
  return new Map(recorded.map((op, position) => [op.id, position]));
}

/** The operation that wrote the variable first; undefined if the value came from outside. */
export function writerOf(graph: EvolutionGraph, variable: string): string | undefined {
  const known = graph.derived(knownWriters);
  if (!known.has(variable)) known.set(variable, firstWriter(graph, variable));
  return known.get(variable);
}

function knownWriters(): Map<string, string | undefined> {
  return new Map();
}

function firstWriter(graph: EvolutionGraph, variable: string): string | undefined {
  const order = executionOrder(graph);
  let first: string | undefined;
  for (const { op } of graph.linksTo(variable)) {
    if (first === undefined || (order.get(op) ?? 0) < (order.get(first) ?? 0)) first = op;
  }
  return first;
}
