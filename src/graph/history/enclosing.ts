/**
 * Finds out which operations ran inside other operations. A recording gives the id of the enclosing
 * operation in `metadata.inside`.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";

/**
 * Whether one operation ran inside another, at any depth. The outer operation starts first and ends
 * last, so each of the two operations may have read values that the other operation wrote.
 */
export function encloses(graph: EvolutionGraph, outer: string, inner: string): boolean {
  const nested = graph.derived(nestingOf);
  const [around, within] = [nested.get(outer), nested.get(inner)];
  if (around === undefined || within === undefined) return false;
  return within.at >= around.from && within.at < around.until;
}

/**
 * An operation's place in the nesting. Positions are assigned so that the operations inside another
 * operation are consecutive.
 */
interface Nested {
  readonly at: number;
  /**
   * The operations inside this operation have the positions from `from` up to, but not including,
   * `until`.
   */
  readonly from: number;
  until: number;
}

/** Returns only operations that are inside another operation or have other operations inside. */
function nestingOf(graph: EvolutionGraph): ReadonlyMap<string, Nested> {
  const around = enclosingOf(graph);
  const inside = new Map<string, string[]>();
  for (const [op, outer] of around) {
    const others = inside.get(outer);
    if (others === undefined) inside.set(outer, [op]);
    else others.push(op);
  }
  const places = new Map<string, Nested>();
  let next = 0;
  /**
   * Numbers the operations and everything inside them. Uses no recursion, because deep nesting
   * would overflow the stack.
   */
  const place = (outermost: readonly string[], isCircle: boolean) => {
    const at = next++;
    const top: Nested = { at, from: isCircle ? at : next, until: next };
    const open: (string | Nested)[] = [];
    const enter = (op: string, nested: Nested) => {
      places.set(op, nested);
      open.push(nested);
      for (const child of inside.get(op) ?? []) open.push(child);
    };
    for (const op of outermost) places.set(op, top);
    for (const op of outermost) enter(op, top);
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if (typeof step !== "string") step.until = next;
      else if (!places.has(step)) {
        const own = next++;
        enter(step, { at: own, from: next, until: next });
      }
    }
  };
  for (const op of inside.keys()) if (!around.has(op)) place([op], false);
  for (const op of around.keys()) {
    const circle = places.has(op) ? [] : circleAround(op, around);
    if (circle.length > 0) place(circle, true);
  }
  return places;
}

/**
 * Returns the operations of the circle that encloses the operation. A faulty recording may contain
 * such circles.
 */
function circleAround(op: string, around: ReadonlyMap<string, string>): string[] {
  const way = new Set<string>();
  let at = op;
  for (; !way.has(at); at = around.get(at) ?? at) way.add(at);
  const all = [...way];
  return all.slice(all.indexOf(at));
}

function enclosingOf(graph: EvolutionGraph): ReadonlyMap<string, string> {
  const around = new Map<string, string>();
  for (const { id, metadata } of graph.operations.values()) {
    const outer = metadata?.inside;
    if (typeof outer === "string" && graph.operations.has(outer)) around.set(id, outer);
  }
  return around;
}
