/** Finds operations that possibly changed the memory although no link records the change. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder } from "../history/execution-order.ts";
import type { Operation } from "../model.ts";
import { type MemoryUnits, memoryUnits } from "./memory-units.ts";
import {
  kindOf,
  saysItAdds,
  saysItReplaces,
  stepKindOf,
  stepRemoves,
} from "./record-categories.ts";
import { isRemoval } from "./removal.ts";

interface HiddenWrites {
  readonly unrecorded: readonly Operation[];
  readonly unlinked: readonly Operation[];
}

/**
 * Returns operations whose effect on the memory was not recorded. They read values but recorded no
 * output, or they are deletions without a link from a unit.
 */
export function unrecordedWrites(graph: EvolutionGraph, units: MemoryUnits): readonly Operation[] {
  return hiddenWrites(graph, units).unrecorded;
}

/**
 * Finds an operation before this position that probably changed a unit, although no link shows the
 * change. The labels of the operation say that it deletes or replaces something. Returns undefined
 * if the graph has a link from a unit to another unit or to a tombstone: such a graph shows changes
 * as links.
 */
export function unlinkedChange(
  graph: EvolutionGraph,
  units: MemoryUnits,
  position: number,
): Operation | undefined {
  const order = executionOrder(graph);
  return hiddenWrites(graph, units).unlinked.find(({ id }) => (order.get(id) ?? 0) < position);
}

/**
 * Finds the operations for `unrecordedWrites` and `unlinkedChange`. If `units` comes from
 * `memoryUnits`, the units are the same for all questions, so the result is cached. Otherwise, the
 * units were found for a single question, and the result is not cached.
 */
function hiddenWrites(graph: EvolutionGraph, units: MemoryUnits): HiddenWrites {
  if (units === memoryUnits(graph)) return graph.derived(ofNamedUnits);
  return { unrecorded: findUnrecorded(graph, units), unlinked: findUnlinked(graph, units) };
}

function ofNamedUnits(graph: EvolutionGraph): HiddenWrites {
  const units = memoryUnits(graph);
  return { unrecorded: findUnrecorded(graph, units), unlinked: findUnlinked(graph, units) };
}

function findUnrecorded(graph: EvolutionGraph, units: MemoryUnits): Operation[] {
  const leadsToMarker = ({ to }: { readonly to: string }) => {
    const variable = graph.variables.get(to);
    return variable !== undefined && kindOf(variable) === "marker";
  };
  return [...graph.operations.values()].filter((operation) => {
    const links = graph.linksOf(operation.id);
    if (links.length === 0) return false;
    const kind = stepKindOf(operation);
    if (kind === "deletion") return !links.some(({ from }) => isUnitId(graph, units, from));
    const mayWrite = kind === undefined || kind === "extraction" || kind === "update";
    return mayWrite && links.every(leadsToMarker);
  });
}

function findUnlinked(graph: EvolutionGraph, units: MemoryUnits): Operation[] {
  const isUnit = (id: string) => isUnitId(graph, units, id);
  for (const link of graph.links.values()) {
    if (isUnit(link.from) && (isUnit(link.to) || isRemoval(graph, link, units))) return [];
  }
  return [...graph.operations.values()].filter(({ id, name, category = "" }) => {
    // Check the name first. Some apps give every write the category `update`, even if it adds a
    // unit.
    if (saysItAdds(name)) return false;
    if (stepRemoves(graph, { op: id, category: undefined }) === true) return true;
    const writesUnit = graph.linksOf(id).some(({ to }) => isUnit(to));
    return writesUnit && saysItReplaces({ category: `${category} ${name}` });
  });
}

function isUnitId(graph: EvolutionGraph, { isUnit }: MemoryUnits, id: string): boolean {
  const variable = graph.variables.get(id);
  return variable !== undefined && isUnit(variable);
}
