/** Counts, for each unit, the links that read the unit and the links that remove it. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { FlowIndex } from "../flow/flow-index.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import { isRemovalRow } from "../memory/removal.ts";
import { replacementRows } from "../memory/versions.ts";

export interface UnitUses {
  /** Rows of the links by which operations read or returned a version, earliest first. */
  readonly reads: number[];
  removals: number;
}

/** Maps the index of each unit's full name to its uses. A unit without uses has no entry. */
export function* usesByUnit(
  graph: EvolutionGraph,
  index: FlowIndex,
): InTurns<ReadonlyMap<number, UnitUses>> {
  const { fullName } = graph.rows.table.variables;
  const byUnit = new Map<number, UnitUses>();
  const records = new RecordCount();
  for (const use of index.uses.rows) {
    if (records.isDue()) yield records.cost;
    const kind = kindOfUse(graph, index, use);
    if (kind === undefined) continue;
    const name = fullName.at(index.usedVersion(use));
    let uses = byUnit.get(name);
    if (uses === undefined) {
      uses = { reads: [], removals: 0 };
      byUnit.set(name, uses);
    }
    if (kind === "read") uses.reads.push(use);
    else uses.removals += 1;
  }
  return byUnit;
}

/**
 * Returns whether the link reads or removes the unit. Undefined if the link replaces the unit: it
 * leads to the next version of the unit, or to another unit that took its place.
 */
function kindOfUse(
  graph: EvolutionGraph,
  index: FlowIndex,
  use: number,
): "read" | "removal" | undefined {
  const { rows } = graph;
  const { links, variables } = rows.table;
  const version = index.usedVersion(use);
  if (links.from.at(use) !== version) return "read";
  const target = links.to.at(use);
  if (index.roles[target] === "tombstone") return "removal";
  if (variables.fullName.at(target) === variables.fullName.at(version)) return undefined;
  if (variables.mutates.at(target) === version) return undefined;
  if (isRemovalRow(graph, use)) return "removal";
  return isReplacement(graph, index, version, target) ? undefined : "read";
}

function isReplacement(graph: EvolutionGraph, { roles }: FlowIndex, from: number, to: number) {
  return roles[to] === "unit" && replacementRows(graph, from).includes(to);
}
