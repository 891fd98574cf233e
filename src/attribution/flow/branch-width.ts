/**
 * Finds side branches. For example, one operation only checks a message, and another operation
 * stores the message in the memory. Then the check is a side branch: if a detail is missing after
 * the check, the detail does not count as lost.
 *
 * A side branch is found by its width. A step is one link of an operation. The width of a step is
 * the share of words that links of this kind usually pass on. The width of a path is the width of
 * its narrowest step. A step is a side branch if the path through it is much narrower than another
 * path to the memory.
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
 * Tells how wide the path through this step is, compared with the widest path. Both paths lead from
 * the step's input to the memory. Returns the width of the path through this step, divided by the
 * width of the widest path (0 to 1).
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

/**
 * Caches the results of `widthsOf`. If the trace labels its memory units, the result is the same
 * for all questions, and its key is 0. Otherwise, the question's position in the execution order
 * decides which variables count as memory units. Then the key is this position.
 */
const widthsByMoment = (_: EvolutionGraph) => new Map<number, ReadonlyMap<string, number>>();

/**
 * Maps the structural signature of a variable to a width (0 to 1). There can be several paths from
 * such variables to the memory. This is the width of the widest path.
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
  /** Structural signatures of the two linked variables; `to` is null for a memory unit. */
  readonly from: string;
  readonly to: string | null;
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
 * Returns the kinds of links that lead to the memory. The others are left out, because they often
 * connect long texts, such as retrieved lists, and comparing these is slow.
 */
function kindsToMemory(kinds: readonly Kind[]): Kind[] {
  const leading = new Set<string | null>([null]);
  for (let before = 0; before < leading.size; ) {
    before = leading.size;
    for (const { from, to } of kinds) if (leading.has(to)) leading.add(from);
  }
  return kinds.filter(({ to }) => leading.has(to));
}
