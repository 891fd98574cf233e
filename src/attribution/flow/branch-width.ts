/**
 * Estimates how much of a text usually reaches the memory through a step. A detail may end on a
 * side branch that passes little to the memory (a check, a plan, the reset of a buffer). If another
 * path passes much more, the detail was not lost on the side branch.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Link } from "../../graph/model.ts";
import type { Roles } from "../roles/roles.ts";
import { linksByKind, usualTransmission } from "./usual-overlap.ts";

interface Step {
  readonly op: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the usual width of the path through the step, from 0 to 1. The width is relative to the
 * widest path from the step's input.
 */
export function shareOfWays(graph: EvolutionGraph, roles: Roles, step: Step): number {
  const [from, to] = [graph.variables.get(step.from), graph.variables.get(step.to)];
  if (from === undefined || to === undefined) return 1;
  const { ofVariable } = shapesOf(graph);
  const widths = widthsOf(graph, roles);
  const widest = widths.get(ofVariable(from)) ?? 0;
  const onward = roles.isMemory(to) ? 1 : (widths.get(ofVariable(to)) ?? 0);
  const width = Math.min(usualTransmission(graph, step), onward);
  return widest === 0 ? 1 : Math.min(1, width / widest);
}

/** Maps the time of the question to the widths. This time can decide which variables are memory. */
const widthsByMoment = (_: EvolutionGraph) => new Map<number, ReadonlyMap<string, number>>();

/**
 * Returns, for each structural signature of a variable, the width of its widest path to a memory
 * unit. The narrowest step determines the width of a path.
 */
function widthsOf(graph: EvolutionGraph, roles: Roles): ReadonlyMap<string, number> {
  const ofGraph = graph.derived(widthsByMoment);
  const key = roles.units.areNamed ? 0 : roles.askedAt;
  const found = ofGraph.get(key);
  if (found !== undefined) return found;
  const kinds = kindsToMemory(kindsOf(graph, roles)).map(({ from, to, link }) => ({
    ...{ from, to, width: usualTransmission(graph, link) },
  }));
  const widths = new Map<string, number>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to, width } of kinds) {
      const reaching = Math.min(width, to === null ? 1 : (widths.get(to) ?? 0));
      if (reaching <= (widths.get(from) ?? 0)) continue;
      widths.set(from, reaching);
      changed = true;
    }
  }
  ofGraph.set(key, widths);
  return widths;
}

interface Kind {
  /** Structural signatures of the two variables; `to` is null for a memory unit. */
  readonly from: string;
  readonly to: string | null;
  /** An example of a link of this kind. */
  readonly link: Link;
}

function kindsOf(graph: EvolutionGraph, roles: Roles): Kind[] {
  const { ofVariable } = shapesOf(graph);
  return Array.from(linksByKind(graph).values(), ([link]) => link).flatMap((link) => {
    if (link === undefined) return [];
    const [from, to] = [graph.variables.get(link.from), graph.variables.get(link.to)];
    if (from === undefined || to === undefined) return [];
    return { from: ofVariable(from), to: roles.isMemory(to) ? null : ofVariable(to), link };
  });
}

/**
 * Returns the kinds from which a path leads to a memory unit. Other kinds have no width, and
 * comparing their texts (such as retrieved lists and answers) would take long.
 */
function kindsToMemory(kinds: readonly Kind[]): Kind[] {
  const leading = new Set<string | null>([null]);
  for (let before = 0; before < leading.size; ) {
    before = leading.size;
    for (const { from, to } of kinds) if (leading.has(to)) leading.add(from);
  }
  return kinds.filter(({ to }) => leading.has(to));
}
