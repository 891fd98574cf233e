/** Which units the verdicts on wrong answers hold responsible. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Ledger } from "./ledger.ts";

/** @returns the cases by full name of a unit, in their order */
export function casesByUnit<Blaming extends { readonly variables: readonly string[] }>(
  graph: EvolutionGraph,
  { byName }: Ledger,
  cases: readonly Blaming[],
): ReadonlyMap<string, readonly Blaming[]> {
  const found = new Map<string, Blaming[]>();
  for (const item of cases) {
    const names = item.variables.flatMap((id) => graph.variables.get(id)?.fullName ?? []);
    for (const name of new Set(names)) {
      if (!byName.has(name)) continue;
      const known = found.get(name);
      if (known === undefined) found.set(name, [item]);
      else known.push(item);
    }
  }
  return found;
}
