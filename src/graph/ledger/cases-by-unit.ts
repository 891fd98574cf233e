/** Finds the units that the verdicts on wrong answers blame. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Ledger } from "./ledger.ts";

/**
 * Returns a function. For the id of a variable that is a version of a unit, the function returns
 * the full name of this unit. For any other id, it returns undefined.
 */
export function unitsOfVariables(
  graph: EvolutionGraph,
  { byName }: Ledger,
): (variable: string) => string | undefined {
  return (variable) => {
    const name = graph.variables.get(variable)?.fullName;
    return name !== undefined && byName.has(name) ? name : undefined;
  };
}

/**
 * For each unit, returns the cases whose verdicts blame the unit. The key is the unit's full name.
 * The cases keep their order.
 */
export function casesByUnit<Blaming extends { readonly variables: readonly string[] }>(
  unitOf: (variable: string) => string | undefined,
  cases: readonly Blaming[],
): ReadonlyMap<string, readonly Blaming[]> {
  const found = new Map<string, Blaming[]>();
  for (const item of cases) {
    const names = item.variables.flatMap((id) => unitOf(id) ?? []);
    for (const name of new Set(names)) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [item]);
      else known.push(item);
    }
  }
  return found;
}
