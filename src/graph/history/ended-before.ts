/** Finds operations that cannot have read a value, because they ended before it was recorded. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Variable } from "../model.ts";

/** Whether everything that the operation recorded is older than the value. */
export function endedBefore(graph: EvolutionGraph, op: string, { at }: Variable): boolean {
  const operation = graph.operations.get(op);
  if (operation === undefined) return false;
  const { startedAt = operation.at, endedAt = operation.at } = operation;
  if (Math.max(operation.at, startedAt, endedAt) >= at) return false;
  return graph.linksOf(op).every((link) => link.at < at);
}
