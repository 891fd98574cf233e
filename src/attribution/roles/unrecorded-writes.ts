/** Steps that read values and recorded no output: their effect is unknown. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { kindOf, stepKindOf } from "../../graph/memory/record-categories.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import type { Roles } from "./roles.ts";

/**
 * If such a step may have changed the memory, the confidence of a verdict about it is multiplied by
 * this.
 */
export const BLIND_DOUBT = 0.6;

/** Every such step, and deleting steps that do not link from any unit. */
export function blindSteps(graph: EvolutionGraph, { isUnit }: Roles): Operation[] {
  return [...graph.operations.values()].filter((operation) => {
    const links = graph.linksOf(operation.id);
    const kind = stepKindOf(operation);
    if (kind === "deletion") return links.length > 0 && !links.some(({ from }) => isUnit(from));
    return (
      links.length > 0 &&
      (kind === undefined || kind === "extraction" || kind === "update") &&
      links.every((link) => isMarker(graph.variables.get(link.to)))
    );
  });
}

function isMarker(variable: Variable | undefined): boolean {
  return variable !== undefined && kindOf(variable) === "marker";
}

export function blindNote(steps: readonly Operation[]): string {
  const names = [...new Set(steps.map((step) => step.name))].slice(0, 3).join(", ");
  return `${names} recorded no unit that it wrote or deleted, so whether the memory still held the information is not sure. Return the units that a step writes, or record them under their names, and delete them by those.`;
}
