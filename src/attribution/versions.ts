/** The versions of one name, in order. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";

/** The version after this one; undefined for the last. */
export function nextVersion(graph: EvolutionGraph, id: string): Variable | undefined {
  const variable = graph.variables.get(id);
  if (variable === undefined) return undefined;
  return graph.versionsOf(variable.fullName).find((v) => v.version > variable.version);
}
