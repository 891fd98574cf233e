/** The memory as it stood before a stage of the graph's life. */
import type { Roles } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { isRemoval } from "../graph/memory/memory-units.ts";
import type { Variable } from "../graph/model.ts";
import { isNothing } from "./recorded-call.ts";
import type { Timeline } from "./timeline.ts";

/**
 * The units that the store held, each as its last version. By order and not by time: a whole
 * conversation may have the same millisecond.
 */
export function memoryBefore(
  graph: EvolutionGraph,
  { isMemory }: Pick<Roles, "isMemory">,
  { isBefore, stageOf }: Timeline,
  stage: number,
): Variable[] {
  const latest = new Map<string, Variable>();
  const replaced = new Set<string>();
  for (const variable of graph.variables.values()) {
    if (!isBefore(variable.id, stage)) break;
    if (variable.mutates !== undefined) replaced.add(variable.mutates);
    if (!isMemory(variable) || isNothing(variable)) continue;
    latest.delete(variable.fullName);
    latest.set(variable.fullName, variable);
  }
  const isRemoved = (unit: Variable) => {
    const last = graph
      .linksFrom(unit.id)
      .filter((link) => isRemoval(graph, link) && (stageOf(link.op) ?? -1) < stage)
      .at(-1);
    if (last === undefined) return false;
    // A unit that is written again as it was is the same version.
    return !graph
      .linksTo(unit.id)
      .some((link) => link.at > last.at && (stageOf(link.op) ?? -1) < stage);
  };
  return [...latest.values()].filter(
    (unit) => unit.value.trim() !== "" && !replaced.has(unit.id) && !isRemoved(unit),
  );
}
