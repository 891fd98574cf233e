/** Follows links from one variable, to its ancestors and descendants, across sessions. */

import type { GraphRows } from "../build/graph-rows.ts";
import type { RowSet } from "../columns/row-set.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { Variable } from "../model.ts";
import { GraphPart, type Subgraph } from "./graph-part.ts";
import { type RecordFilter, rowFilter } from "./record-filter.ts";

/** The filter applies to every variable except the start. */
export interface WalkOptions extends RecordFilter {
  /** `both` combines a forward walk and a backward walk from the start. */
  readonly direction: "forward" | "backward" | "both";
  /** Maximum number of links between the start and a variable. 0 returns only the start. */
  readonly maxDepth?: number;
  /** If set, only links of the operations with these ids are followed. */
  readonly operations?: readonly string[];
  /**
   * An operation can make a variable from several inputs, but a forward walk reaches the variable
   * from only one of them. If this is true, the walk also adds the other inputs, but does not
   * continue from them. A backward walk ignores this field.
   */
  readonly siblingInputs?: boolean;
}

/**
 * The variables are in breadth-first order, and the links in the order in which the walk followed
 * them.
 */
export interface Walk extends Subgraph {
  /**
   * Number of links on the shortest path from the start. Undefined for a variable that was added
   * only because of `siblingInputs`.
   */
  depthOf(id: string): number | undefined;
}

/** Returns undefined if the graph does not have the start variable. */
export function walk(graph: EvolutionGraph, start: string, options: WalkOptions): Walk | undefined {
  const row = graph.rows.findVariable(start);
  return row < 0 ? undefined : new RowWalk(graph.rows, row, options);
}

type Arm = "forward" | "backward";

const NOT_REACHED = -1;

class RowWalk extends GraphPart implements Walk {
  readonly #rows: GraphRows;
  readonly #operationOf: Int32Array;
  readonly #depths: Int32Array[];

  constructor(rows: GraphRows, start: number, options: WalkOptions) {
    super(rows);
    this.#rows = rows;
    this.#operationOf = rows.table.links.op.numbers;
    this.variables.addRow(start);
    const { direction } = options;
    const arms: readonly Arm[] = direction === "both" ? ["forward", "backward"] : [direction];
    this.#depths = arms.map((arm) => this.#follow(start, arm, options));
  }

  depthOf(id: string): number | undefined {
    const row = this.#rows.findVariable(id);
    const depths = this.#depths.map((depthOf) => depthOf[row] ?? NOT_REACHED);
    const reached = depths.filter((depth) => depth !== NOT_REACHED);
    return reached.length === 0 ? undefined : Math.min(...reached);
  }

  /**
   * Adds the records that a walk in one direction reaches. Returns the depth of each variable, by
   * its row.
   */
  #follow(start: number, arm: Arm, options: WalkOptions): Int32Array {
    const { maxDepth = Number.POSITIVE_INFINITY, siblingInputs = false } = options;
    const { links, variables } = this.#rows.table;
    const { starts, rows } = arm === "forward" ? this.#rows.linksFrom : this.#rows.linksTo;
    const ends = (arm === "forward" ? links.to : links.from).numbers;
    const passes = rowFilter(this.#rows, "variable", options);
    const follows = this.#operationFilter(options.operations);
    const siblings =
      siblingInputs && arm === "forward" ? new SiblingInputs(this, this.#rows, passes) : undefined;
    const depths = new Int32Array(variables.size).fill(NOT_REACHED);
    depths[start] = 0;
    const queue = [start];
    for (let next = 0; next < queue.length; next++) {
      const at = queue[next] as number;
      const depth = depths[at] as number;
      const end = starts[at + 1] as number;
      for (let place = starts[at] as number; place < end; place++) {
        const link = rows[place] as number;
        if (follows?.(link) === false) continue;
        const to = ends[link] as number;
        if (depths[to] === NOT_REACHED) {
          if (depth < maxDepth && passes?.(to) !== false) {
            depths[to] = depth + 1;
            queue.push(to);
            this.variables.addRow(to);
          } else if (siblings?.has(to) !== true) continue;
        }
        this.addLink(link);
        siblings?.takeIn(link, depths);
      }
    }
    return depths;
  }

  #operationFilter(ids: readonly string[] | undefined) {
    if (ids === undefined) return undefined;
    const wanted = new Set(ids.map((id) => this.#rows.findOperation(id)));
    return (link: number) => wanted.has(this.#operationOf[link] as number);
  }
}

/**
 * If at most this many links lead to a variable, all of them are looked at to find the links of one
 * operation. If there are more, they are grouped by operation once, which is faster.
 */
const FEW_LINKS = 16;

/**
 * For each link that the walk followed, adds the other inputs of the link's target: the variables
 * from which the link's operation also made the target.
 */
class SiblingInputs {
  readonly #walk: RowWalk;
  readonly #rows: GraphRows;
  readonly #passes: ((variable: number) => boolean) | undefined;
  readonly #seen = new Set<number>();
  readonly #aside = new Set<number>();
  /**
   * Caches the incoming links of variables with many such links, grouped by operation: row of the
   * variable → row of the operation → rows of the links.
   */
  readonly #byOperation = new Map<number, ReadonlyMap<number, readonly number[]>>();

  constructor(walk: RowWalk, rows: GraphRows, passes: ((variable: number) => boolean) | undefined) {
    this.#walk = walk;
    this.#rows = rows;
    this.#passes = passes;
  }

  has(variable: number): boolean {
    return this.#aside.has(variable);
  }

  takeIn(followed: number, depths: Int32Array): void {
    const { links, variables } = this.#rows.table;
    const op = links.op.at(followed);
    const to = links.to.at(followed);
    const group = op * variables.size + to;
    if (this.#seen.has(group)) return;
    this.#seen.add(group);
    for (const link of this.#linksBy(op, to)) {
      const from = links.from.at(link);
      if (depths[from] === NOT_REACHED) {
        if (this.#passes?.(from) === false) continue;
        this.#aside.add(from);
      }
      this.#walk.variables.addRow(from);
      this.#walk.addLink(link);
    }
  }

  #linksBy(op: number, to: number): readonly number[] {
    const entering = this.#rows.linksTo.of(to);
    const operationOf = this.#rows.table.links.op.numbers;
    if (entering.length <= FEW_LINKS) {
      return Array.from(entering).filter((link) => operationOf[link] === op);
    }
    const grouped =
      this.#byOperation.get(to) ?? Map.groupBy(entering, (link) => operationOf[link] as number);
    this.#byOperation.set(to, grouped);
    return grouped.get(op) ?? [];
  }
}

/** Returns the ancestors in the graph's order; empty for an unknown variable. */
export function ancestorsOf(graph: EvolutionGraph, id: string, maxDepth?: number): Variable[] {
  return reached(graph, id, "backward", maxDepth);
}

/** Returns the descendants in the graph's order; empty for an unknown variable. */
export function descendantsOf(graph: EvolutionGraph, id: string, maxDepth?: number): Variable[] {
  return reached(graph, id, "forward", maxDepth);
}

/** Returns the sessions of the variable and its ancestors, in the graph's order. */
export function contributingSessions(graph: EvolutionGraph, id: string): string[] {
  return sessionsOf(graph, walk(graph, id, { direction: "backward" })?.variables);
}

/** Returns the sessions of the variable and its descendants, in the graph's order. */
export function downstreamSessions(graph: EvolutionGraph, id: string): string[] {
  return sessionsOf(graph, walk(graph, id, { direction: "forward" })?.variables);
}

function reached(
  graph: EvolutionGraph,
  id: string,
  direction: Arm,
  maxDepth: number | undefined,
): Variable[] {
  const found = walk(graph, id, maxDepth === undefined ? { direction } : { direction, maxDepth });
  if (found === undefined) return [];
  const { rows } = graph;
  const start = rows.findVariable(id);
  const others = rows.variables.filter((row) => row !== start && found.variables.hasRow(row));
  return Array.from(others).flatMap((row) => graph.variables.get(rows.variableId(row)) ?? []);
}

/**
 * Returns the ids of the sessions of these variables. Sessions that have a session record come
 * first, in the graph's order.
 */
function sessionsOf(graph: EvolutionGraph, variables: RowSet | undefined): string[] {
  const { labels, variables: columns } = graph.rows.table;
  const numbers = new Set((variables?.rows ?? []).map((row) => columns.session.at(row)));
  const named = new Set([...numbers].flatMap((number) => labels.at(number) ?? []));
  const recorded = [...graph.sessions.keys()].filter((id) => named.has(id));
  return [...new Set([...recorded, ...named])];
}
