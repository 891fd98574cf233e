/** Finds the earlier versions from which a version was made. */

import type { GraphRows } from "../build/graph-rows.ts";
import { lowerBound } from "../columns/columns.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import type { Variable } from "../model.ts";

/**
 * Returns the row of the variable that this version replaced, if the version declares one.
 * Otherwise, returns the row of the previous version with the same name; -1 if there is none.
 */
export function previousRow(rows: GraphRows, row: number): number {
  const { mutates, fullName, version } = rows.table.variables;
  const replaced = mutates.at(row);
  if (replaced >= 0) return replaced;
  const versions = rows.versions.of(fullName.at(row));
  const own = version.at(row);
  const place = lowerBound(versions.length, (i) => version.at(versions[i] as number) < own);
  return versions[place - 1] ?? -1;
}

/** Returns the versions from which this version was made, oldest first, and `row` last. */
export function versionRows(rows: GraphRows, row: number): number[] {
  const chain = new Set<number>();
  for (let at = row; at >= 0 && !chain.has(at); at = previousRow(rows, at)) chain.add(at);
  return [...chain].reverse();
}

/**
 * Maps each variable to the oldest version from which it was made. If versions replace each other
 * in a circle, one of them counts as the oldest.
 */
export function firstVersionRows(graph: EvolutionGraph): InTurns<Int32Array> {
  return graph.derivedInTurns(findFirstVersions);
}

function* findFirstVersions({ rows }: EvolutionGraph): InTurns<Int32Array> {
  const first = new Int32Array(rows.table.variables.at.size).fill(UNKNOWN);
  const records = new RecordCount();
  for (const row of rows.variables) {
    const passed: number[] = [];
    let at = row;
    while (first[at] === UNKNOWN) {
      if (records.isDue()) yield records.cost;
      first[at] = row;
      passed.push(at);
      const previous = previousRow(rows, at);
      if (previous < 0) break;
      at = previous;
    }
    const found = first[at] === row ? at : (first[at] as number);
    for (const each of passed) first[each] = found;
  }
  return first;
}

const UNKNOWN = -1;

/** Returns the versions from which this version was made, oldest first, and this version last. */
export function versionChain({ rows, variables }: EvolutionGraph, { id }: Variable): Variable[] {
  return versionRows(rows, rows.findVariable(id)).flatMap(
    (row) => variables.get(rows.variableId(row)) ?? [],
  );
}
