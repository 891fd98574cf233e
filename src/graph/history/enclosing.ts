/**
 * Finds which operations ran inside which other operations. If an operation ran directly inside
 * another, its `metadata.inside` is the id of the other.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";

/**
 * Whether `inner` ran inside `outer`, directly or at a deeper level. Such operations run at the
 * same time, so each of the two could read what the other wrote.
 */
export function encloses(graph: EvolutionGraph, outer: string, inner: string): boolean {
  const nested = graph.derived(nestingOf);
  const [around, within] = [nested.get(outer), nested.get(inner)];
  if (around === undefined || within === undefined) return false;
  return within.at >= around.from && within.at < around.until;
}

/**
 * All operations are numbered, so that the operations inside one operation have consecutive
 * numbers. Such a number is called a position. `at` is the operation's own position.
 */
interface Nested {
  readonly at: number;
  /** The operations inside this operation have the positions from `from` to `until - 1`. */
  readonly from: number;
  until: number;
}

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
   * Gives a position to each operation inside the operations `outermost`. All operations in
   * `outermost` get one common position. `isCircle` is true if they enclose each other. The list
   * `open` replaces recursion, because deep nesting would overflow the call stack.
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
 * In a faulty recording, operations can enclose each other in a circle: A is inside B, and B is
 * inside A. Goes from `op` to the operation that encloses it, and so on, until an operation comes
 * for the second time. Returns the operations of this circle.
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
