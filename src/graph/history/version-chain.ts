/** From a version back to the ones that it grew out of. */

import type { GraphRows } from "../build/graph-rows.ts";
import { lowerBound } from "../columns/columns.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Variable } from "../model.ts";

/** Row of the version that this one replaced in place, else of the one before it; -1 for none. */
export function previousRow(rows: GraphRows, row: number): number {
  const { mutates, fullName, version } = rows.table.variables;
  const replaced = mutates.at(row);
  if (replaced >= 0) return replaced;
  const versions = rows.versions.of(fullName.at(row));
  const own = version.at(row);
  const place = lowerBound(versions.length, (i) => version.at(versions[i] as number) < own);
  return versions[place - 1] ?? -1;
}

/** Rows of the earlier versions from which this one was made, oldest first, ending with itself. */
export function versionRows(rows: GraphRows, row: number): number[] {
  const chain = new Set<number>();
  for (let at = row; at >= 0 && !chain.has(at); at = previousRow(rows, at)) chain.add(at);
  return [...chain].reverse();
}

/** The earlier versions from which this one was made, oldest first, ending with itself. */
export function versionChain({ rows, variables }: EvolutionGraph, { id }: Variable): Variable[] {
  return versionRows(rows, rows.findVariable(id)).flatMap(
    (row) => variables.get(rows.variableId(row)) ?? [],
  );
}
