/** The units that the memory held after a part of the graph's history. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder, writerOf } from "../history/execution-order.ts";
import { atOnce, chosenOf, costOf, type InTurns, RecordCount } from "../in-turns.ts";
import type { Link, Variable } from "../model.ts";
import { type MemoryUnits, memoryUnitsInTurns } from "./memory-units.ts";
import { isEmptied, isRemoval } from "./removal.ts";
import { deriveReplacements, replacementsOf } from "./versions.ts";

/** The beginning of a graph's history, up to a moment or an operation. */
export interface Past {
  readonly holds: (variable: Variable) => boolean;
  readonly includes: (link: Link) => boolean;
  /**
   * Milliseconds since the epoch, inclusive; for values that were recorded again without a link.
   */
  readonly until: number;
}

/** @param moment inclusive, in milliseconds since the epoch */
export function storeAt(graph: EvolutionGraph, moment: number): Variable[] {
  return atOnce(storeAtInTurns(graph, moment));
}

/** `storeAt`, interruptible. */
export function* storeAtInTurns(graph: EvolutionGraph, moment: number): InTurns<Variable[]> {
  return yield* storeAfter(graph, pastUntil(moment));
}

/** @param position in execution order, of the first operation that has not run yet */
export function storeBefore(
  graph: EvolutionGraph,
  position: number,
  units: MemoryUnits,
): InTurns<Variable[]> {
  return storeAfter(graph, pastBefore(graph, position), units);
}

function pastBefore(graph: EvolutionGraph, position: number): Past {
  const order = executionOrder(graph);
  const includes = ({ op }: Pick<Link, "op">) => (order.get(op) ?? 0) < position;
  const next = [...order.keys()][position];
  const operation = next === undefined ? undefined : graph.operations.get(next);
  const until = operation?.startedAt ?? operation?.at ?? Number.POSITIVE_INFINITY;
  return {
    holds: ({ id, at }) => {
      const writes = graph.linksTo(id);
      return writes.length === 0 ? at <= until : writes.some(includes);
    },
    includes,
    until,
  };
}

/**
 * The last version of each unit, ordered by when its name first occurred. A unit is gone once it
 * was removed, emptied, or replaced under another name, until an operation writes it again.
 */
export function* storeAfter(
  graph: EvolutionGraph,
  past: Past,
  given?: MemoryUnits,
): InTurns<Variable[]> {
  yield* deriveReplacements(graph);
  const units = given ?? (yield* memoryUnitsInTurns(graph));
  const { isVersionOfUnit } = units;
  const latest = new Map<string, Variable>();
  const records = new RecordCount();
  for (const variable of graph.variables.values()) {
    if (records.isDue()) yield records.cost;
    if (!isVersionOfUnit(variable) || !past.holds(variable)) continue;
    const known = latest.get(variable.fullName);
    if (known === undefined || known.version < variable.version)
      latest.set(variable.fullName, variable);
  }
  const again = recordedAgain(graph, past);
  yield costOf(again.size);
  const found = Array.from(latest.values(), (unit) => ({
    ...{ unit, row: graph.rows.findVariable(unit.id) },
  }));
  yield costOf(found.length);
  const held = new Set<Variable>();
  // Tests units in row order, because neighbouring texts are compressed together.
  for (const { unit, row } of found.toSorted((a, b) => a.row - b.row)) {
    if (records.isDue()) yield records.cost;
    const recorded = again.get(row);
    if (yield* isHeld(graph, unit, { past, recorded, units })) held.add(unit);
  }
  return found.flatMap(({ unit }) => (held.has(unit) ? unit : []));
}

export interface HeldWhen {
  readonly past: Past;
  /** Latest time in the past at which the unchanged value was recorded again. */
  readonly recorded: number | undefined;
  readonly units: MemoryUnits;
}

/**
 * Whether the memory held the unit.
 * @param unit the last version of its name in the past
 */
export function* isHeld(
  graph: EvolutionGraph,
  unit: Variable,
  { past, recorded, units }: HeldWhen,
): InTurns<boolean> {
  if (!units.isUnit(unit) || isEmptied(graph, unit)) return false;
  const losses = yield* lossesOf(graph, unit, past, units);
  return losses.length === 0 || isWrittenAgain(graph, unit, past, losses, recorded);
}

export function pastUntil(moment: number): Past {
  const isPast = ({ at }: { readonly at: number }) => at <= moment;
  return { holds: isPast, includes: isPast, until: moment };
}

/**
 * Whether the unit was written after each loss.
 * @param recorded when the unit was recorded again without a link
 */
function isWrittenAgain(
  graph: EvolutionGraph,
  unit: Variable,
  past: Past,
  losses: readonly Change[],
  recorded: number | undefined,
): boolean {
  const order = executionOrder(graph);
  let latest = recorded ?? Number.NEGATIVE_INFINITY;
  /** By time: the last writer at that time, as a position in execution order. */
  const lastAt = new Map<number, number>();
  for (const write of graph.linksTo(unit.id)) {
    if (!past.includes(write)) continue;
    const { at, op } = write;
    latest = Math.max(latest, at);
    lastAt.set(at, Math.max(lastAt.get(at) ?? -1, order.get(op) ?? 0));
  }
  // A loss never counts as earlier than the unit's version, so a wrong clock cannot undo it. At
  // equal times, the execution order decides.
  return losses.every(({ at, op }) => {
    if (latest > Math.max(at, unit.at)) return true;
    return op !== undefined && (lastAt.get(at) ?? -1) > (order.get(op) ?? 0);
  });
}

interface Change {
  readonly at: number;
  readonly op: string | undefined;
}

/** The removals and replacements of the unit in the past. */
function* lossesOf(
  graph: EvolutionGraph,
  unit: Variable,
  past: Past,
  units: MemoryUnits,
): InTurns<Change[]> {
  const replacements = replacementsOf(graph, unit.id).filter(past.holds);
  const successors = new Set(replacements.map(({ id }) => id));
  const isLoss = (link: Link) =>
    past.includes(link) && !successors.has(link.to) && isRemoval(graph, link, units);
  return [
    ...(yield* chosenOf(graph.linksFrom(unit.id), isLoss)),
    ...replacements.map(({ id, at }) => ({ at, op: writerOf(graph, id) })),
  ];
}

/** By row of a variable, the latest time at which its unchanged value was recorded again. */
function recordedAgain({ rows }: EvolutionGraph, { until }: Past): ReadonlyMap<number, number> {
  const { rowAgain, again } = rows.table;
  const last = new Map<number, number>();
  for (let i = 0; i < again.size && again.at(i) <= until; i++)
    last.set(rowAgain.at(i), again.at(i));
  return last;
}
