/** Finds the units that the memory contained at a moment. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionPositions, executionRows, writerRows } from "../history/execution-order.ts";
import { atOnce, chosenOf, costOf, type InTurns, RecordCount } from "../in-turns.ts";
import type { Variable } from "../model.ts";
import { OperationRecord } from "../records.ts";
import { type MemoryUnits, memoryUnitsInTurns } from "./memory-units.ts";
import { isEmptiedRow, isMarkRow, isRemovalRow } from "./removal.ts";
import { deriveReplacements, replacementRows } from "./versions.ts";

/** The history of a graph up to a moment or an operation. */
export interface Past {
  /**
   * Whether the variable is part of this history.
   * @param variable row of the variable
   */
  readonly holds: (variable: number) => boolean;
  /**
   * Whether the link is part of this history.
   * @param link row of the link
   */
  readonly includes: (link: number) => boolean;
  /**
   * The time at which the history ends, in milliseconds since the epoch. It is needed for events
   * that record a value again without changing it. The graph has no link for such an event. So the
   * time of the event is compared with the end of the history.
   */
  readonly until: number;
}

/** @param moment in milliseconds since the epoch; records with exactly this time are included */
export function storeAt(graph: EvolutionGraph, moment: number): Variable[] {
  return atOnce(storeAtInTurns(graph, moment));
}

export function* storeAtInTurns(graph: EvolutionGraph, moment: number): InTurns<Variable[]> {
  return yield* storeAfter(graph, pastUntil(graph, moment));
}

/**
 * Returns the units in the memory before an operation ran.
 * @param position position of the operation in the execution order
 */
export function storeBefore(
  graph: EvolutionGraph,
  position: number,
  units: MemoryUnits,
): InTurns<Variable[]> {
  return storeAfter(graph, pastBefore(graph, position), units);
}

function pastBefore(graph: EvolutionGraph, position: number): Past {
  const { rows } = graph;
  const { links, variables } = rows.table;
  const positions = executionPositions(graph);
  const includes = (link: number) => (positions[links.op.at(link)] as number) < position;
  const next = executionRows(graph)[position];
  const operation = next === undefined ? undefined : new OperationRecord(rows, next);
  const until = operation?.startedAt ?? operation?.at ?? Number.POSITIVE_INFINITY;
  return {
    holds: (row) => {
      const writes = rows.linksTo.of(row);
      return writes.length === 0 ? variables.at.at(row) <= until : writes.some(includes);
    },
    includes,
    until,
  };
}

/**
 * Returns the units that the memory contained when the given history ended. Each unit is in its
 * latest version. The units are in the order of their first versions. A unit that was removed,
 * emptied or replaced is included only if an operation wrote it again.
 */
export function* storeAfter(
  graph: EvolutionGraph,
  past: Past,
  given?: MemoryUnits,
): InTurns<Variable[]> {
  const held = yield* rowsHeldAfter(graph, past, given);
  yield costOf(held.length / 10);
  return held.map((row) => graph.variableAt(row));
}

export function* rowsHeldAfter(
  graph: EvolutionGraph,
  past: Past,
  given?: MemoryUnits,
): InTurns<number[]> {
  const { rows } = graph;
  const { fullName, version } = rows.table.variables;
  yield* deriveReplacements(graph);
  const units = given ?? (yield* memoryUnitsInTurns(graph));
  const latest = new Map<number, number>();
  const records = new RecordCount();
  for (const row of rows.variables) {
    if (records.isDue()) yield records.cost / 10;
    if (!units.isVersionRow(row) || !past.holds(row)) continue;
    const name = fullName.at(row);
    const known = latest.get(name);
    if (known === undefined || version.at(known) < version.at(row)) latest.set(name, row);
  }
  const again = recordedAgain(graph, past);
  yield costOf(again.size);
  const found = Array.from(latest.values());
  yield costOf(found.length);
  const held = new Set<number>();
  // Check the units in the order of their rows. Neighbouring texts are in one compressed block,
  // which is then decompressed only once.
  for (const row of Uint32Array.from(found).sort()) {
    if (records.isDue()) yield records.cost;
    const recorded = again.get(row);
    if (yield* isHeld(graph, row, { past, recorded, units })) held.add(row);
  }
  return found.filter((row) => held.has(row));
}

export interface HeldWhen {
  readonly past: Past;
  /**
   * An event can record the unit again with the same value. This is the time of the latest such
   * event; undefined if there is none.
   */
  readonly recorded: number | undefined;
  readonly units: MemoryUnits;
}

/**
 * Whether the memory contained the unit when the history `past` ended.
 * @param unit row of the unit's latest version in this history
 */
export function* isHeld(
  graph: EvolutionGraph,
  unit: number,
  { past, recorded, units }: HeldWhen,
): InTurns<boolean> {
  if (!units.isUnitRow(unit) || isEmptiedRow(graph, unit)) return false;
  if (isMarkRow(graph, unit, units)) return false;
  const losses = yield* lossesOf(graph, unit, past, units);
  return losses.length === 0 || isWrittenAgain(graph, unit, past, losses, recorded);
}

export function pastUntil({ rows }: EvolutionGraph, moment: number): Past {
  const { links, variables } = rows.table;
  return {
    holds: (row) => variables.at.at(row) <= moment,
    includes: (link) => links.at.at(link) <= moment,
    until: moment,
  };
}

/**
 * Whether the unit was written again after each of its removals and replacements (`losses`).
 *
 * @param recorded time of the latest event that recorded the unit again with an unchanged value.
 * Such an event adds no link, so the links do not show this time
 */
function isWrittenAgain(
  graph: EvolutionGraph,
  unit: number,
  past: Past,
  losses: readonly Change[],
  recorded: number | undefined,
): boolean {
  const { rows } = graph;
  const { links, variables } = rows.table;
  const positions = executionPositions(graph);
  let latest = recorded ?? Number.NEGATIVE_INFINITY;
  /**
   * The key is a time at which the unit was written. The value is the position, in the execution
   * order, of the last operation that wrote it at this time.
   */
  const lastAt = new Map<number, number>();
  for (const write of rows.linksTo.of(unit)) {
    if (!past.includes(write)) continue;
    const at = links.at.at(write);
    latest = Math.max(latest, at);
    lastAt.set(at, Math.max(lastAt.get(at) ?? -1, positions[links.op.at(write)] as number));
  }
  // Require that the unit was written after each loss (removal or replacement). A wrong clock can
  // date a loss before the lost unit. The unit's time then counts as the time of the loss. If a
  // write and a loss have the same time, the execution order decides which one came later.
  return losses.every(({ at, op }) => {
    if (latest > Math.max(at, variables.at.at(unit))) return true;
    return op >= 0 && (lastAt.get(at) ?? -1) > (positions[op] as number);
  });
}

interface Change {
  readonly at: number;
  /** Row of the operation; -1 if none is recorded. */
  readonly op: number;
}

function* lossesOf(
  graph: EvolutionGraph,
  unit: number,
  past: Past,
  units: MemoryUnits,
): InTurns<Change[]> {
  const { rows } = graph;
  const { links, variables } = rows.table;
  const replacements = replacementRows(graph, unit).filter(past.holds);
  const successors = new Set(replacements);
  const isLoss = (link: number) =>
    past.includes(link) && !successors.has(links.to.at(link)) && isRemovalRow(graph, link, units);
  const removals = yield* chosenOf(rows.linksFrom.of(unit), isLoss);
  return [
    ...removals.map((link) => ({ at: links.at.at(link), op: links.op.at(link) })),
    ...replacements.map((row) => ({
      at: variables.at.at(row),
      op: writerRows(graph)[row] as number,
    })),
  ];
}

function recordedAgain({ rows }: EvolutionGraph, { until }: Past): ReadonlyMap<number, number> {
  const { rowAgain, again } = rows.table;
  const last = new Map<number, number>();
  for (let i = 0; i < again.size && again.at(i) <= until; i++)
    last.set(rowAgain.at(i), again.at(i));
  return last;
}
