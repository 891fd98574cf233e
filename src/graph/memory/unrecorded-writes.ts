/** Steps that may have changed the memory, although the recording does not show what they changed. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { executionOrder } from "../history/execution-order.ts";
import type { Operation } from "../model.ts";
import type { MemoryUnits } from "./memory-units.ts";
import { kindOf, saysItAdds, saysItReplaces, stepKindOf } from "./record-categories.ts";
import { isRemoval, stepRemoves } from "./removal.ts";

/** Steps that read values and recorded no output, and deletions without a link from a unit. */
export function unrecordedWrites(graph: EvolutionGraph, units: MemoryUnits): Operation[] {
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

/**
 * A step before this position whose labels say that it deletes or replaces. Undefined if the
 * recording links any unit to its replacement or to a tombstone.
 */
export function unlinkedChange(
  graph: EvolutionGraph,
  units: MemoryUnits,
  position: number,
): Operation | undefined {
  const isUnit = (id: string) => isUnitId(graph, units, id);
  const isLinked = [...graph.links.values()].some(
    (link) => isUnit(link.from) && (isUnit(link.to) || isRemoval(graph, link, units)),
  );
  if (isLinked) return undefined;
  const order = executionOrder(graph);
  return [...graph.operations.values()].find((operation) => {
    const { id, name, category = "" } = operation;
    // The step's name decides, because some categories call every write an update.
    if ((order.get(id) ?? 0) >= position || saysItAdds(name)) return false;
    if (stepRemoves(graph, { op: id, category: undefined }) === true) return true;
    const writesUnit = graph.linksOf(id).some(({ to }) => isUnit(to));
    return writesUnit && saysItReplaces({ category: `${category} ${name}` });
  });
}

function isUnitId(graph: EvolutionGraph, { isUnit }: MemoryUnits, id: string): boolean {
  const variable = graph.variables.get(id);
  return variable !== undefined && isUnit(variable);
}
