/** From a version back to the ones that it grew out of. */
import { lowerBound } from "../columns/columns.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Variable } from "../model.ts";

/** The version that this one replaced in place, else the one before it under the same name. */
export function previousVersion(graph: EvolutionGraph, variable: Variable): Variable | undefined {
  const replaced =
    variable.mutates === undefined ? undefined : graph.variables.get(variable.mutates);
  if (replaced !== undefined) return replaced;
  const versions = graph.versionsOf(variable.fullName);
  return versions[
    lowerBound(versions.length, (i) => (versions[i]?.version ?? 0) < variable.version) - 1
  ];
}

/** What the version grew out of, oldest first, ending with itself. */
export function versionChain(graph: EvolutionGraph, variable: Variable): Variable[] {
  const chain = new Map<string, Variable>();
  for (
    let version: Variable | undefined = variable;
    version !== undefined && !chain.has(version.id);
    version = previousVersion(graph, version)
  ) {
    chain.set(version.id, version);
  }
  return [...chain.values()].reverse();
}
