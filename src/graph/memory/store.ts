/** The units that the memory held after a part of the graph's history. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder, writerOf } from "../history/execution-order.ts";
import type { Link, Variable } from "../model.ts";
import { type MemoryUnits, memoryUnits } from "./memory-units.ts";
import { isEmptied, isRemoval } from "./removal.ts";
import { replacementsOf } from "./versions.ts";

/** The beginning of a graph's history, up to a moment or an operation. */
export interface Past {
  readonly holds: (variable: Variable) => boolean;
  readonly includes: (link: Link) => boolean;
  /** Milliseconds since the epoch, inclusive: for what was recorded again without a link. */
  readonly until: number;
}

/** @param moment inclusive, in milliseconds since the epoch */
export function storeAt(graph: EvolutionGraph, moment: number): Variable[] {
  const isPast = ({ at }: { readonly at: number }) => at <= moment;
  return storeAfter(graph, { holds: isPast, includes: isPast, until: moment });
}

/** @param position in execution order, of the first operation that has not run yet */
export function storeBefore(
  graph: EvolutionGraph,
  position: number,
  units: MemoryUnits,
): Variable[] {
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
 * The last version of each unit, in the order in which the names came up. A unit is gone once it was
 * removed, emptied, or replaced under another name, until it is written again.
 */
export function storeAfter(
  graph: EvolutionGraph,
  past: Past,
  units = memoryUnits(graph),
): Variable[] {
  const { isVersionOfUnit, isUnit } = units;
  const latest = new Map<string, Variable>();
  for (const variable of graph.variables.values()) {
    if (!isVersionOfUnit(variable) || !past.holds(variable)) continue;
    const known = latest.get(variable.fullName);
    if (known === undefined || known.version < variable.version)
      latest.set(variable.fullName, variable);
  }
  const again = recordedAgain(graph, past);
  return [...latest.values()].filter((unit) => {
    if (!isUnit(unit) || isEmptied(graph, unit)) return false;
    const losses = lossesOf(graph, unit, past, units);
    if (losses.length === 0) return true;
    const writes: Change[] = graph.linksTo(unit.id).filter(past.includes);
    const recorded = again.get(graph.rows.findVariable(unit.id));
    if (recorded !== undefined) writes.push({ at: recorded, op: undefined });
    const order = executionOrder(graph);
    return losses.every((loss) => writes.some((write) => isLater(write, loss, unit, order)));
  });
}

interface Change {
  readonly at: number;
  readonly op: string | undefined;
}

/** The removals and replacements of the unit. */
function lossesOf(graph: EvolutionGraph, unit: Variable, past: Past, units: MemoryUnits): Change[] {
  const leaving = graph.linksFrom(unit.id).filter(past.includes);
  const replacements = replacementsOf(graph, unit.id).filter(past.holds);
  const successors = new Set(replacements.map(({ id }) => id));
  return [
    ...leaving.filter((link) => !successors.has(link.to) && isRemoval(graph, link, units)),
    ...replacements.map(({ id, at }) => ({ at, op: writerOf(graph, id) })),
  ];
}

/**
 * Whether the write came after the loss. A loss counts from the time of the unit's version at the
 * earliest, so a clock that runs behind cannot undo it. At equal times the execution order decides.
 */
function isLater(
  write: Change,
  loss: Change,
  unit: Variable,
  order: ReadonlyMap<string, number>,
): boolean {
  if (write.at !== loss.at || write.op === undefined || loss.op === undefined)
    return write.at > Math.max(loss.at, unit.at);
  return (order.get(write.op) ?? 0) > (order.get(loss.op) ?? 0);
}

/** When values were last recorded again with the text that they had, by row of their variable. */
function recordedAgain({ rows }: EvolutionGraph, { until }: Past): ReadonlyMap<number, number> {
  const { rowAgain, again } = rows.table;
  const last = new Map<number, number>();
  for (let i = 0; i < again.size && again.at(i) <= until; i++)
    last.set(rowAgain.at(i), again.at(i));
  return last;
}
