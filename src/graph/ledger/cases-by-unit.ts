/** Finds the units that the verdicts on wrong answers blame. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Ledger } from "./ledger.ts";

/**
 * Returns a function that finds the full name of a unit by the id of one of its versions. The
 * function returns undefined if the variable belongs to no unit.
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
 * For each unit, by its full name: returns the cases that blame the unit. Keeps the order of the
 * cases.
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
