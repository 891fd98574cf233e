import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { writerOf } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";

/**
 * Maximum number of units of one step that are read together. If a step wrote more units, they are
 * about several things, so each unit is read alone.
 */
const MAX_TOGETHER = 16;

/**
 * A step can divide one statement among several memory units. The returned function takes a
 * variable. For a unit, it returns all units that the same step wrote. If these are more than
 * `MAX_TOGETHER`, or if the variable is no unit, it returns only the variable.
 */
export function unitsOfStep(
  graph: EvolutionGraph,
  isMemory: (variable: Variable) => boolean,
): (variable: Variable) => readonly Variable[] {
  const known = new Map<string, readonly Variable[]>();
  const writtenBy = (op: string) => {
    const units = known.get(op) ?? graph.endsOf(op).outputs.filter(isMemory);
    known.set(op, units);
    return units;
  };
  return (variable) => {
    const op = isMemory(variable) ? writerOf(graph, variable.id) : undefined;
    const units = op === undefined ? [] : writtenBy(op);
    return units.length <= MAX_TOGETHER && units.includes(variable) ? units : [variable];
  };
}
