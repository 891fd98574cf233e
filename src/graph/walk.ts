/** Following links from one variable: what came out of it, what it came out of, over which sessions. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import type { Link, Variable } from "./model.ts";
import { type RecordFilter, recordFilter } from "./record-filter.ts";
import type { Subgraph } from "./subgraph.ts";

/** The filter holds for every variable but the start. */
export interface WalkOptions extends RecordFilter {
  /** `both` is what is reached forward together with what is reached backward. */
  readonly direction: "forward" | "backward" | "both";
  /** Most links between the start and a variable; 0 is the start alone. */
  readonly maxDepth?: number;
  /** Only links of these operations are followed. */
  readonly operations?: readonly string[];
  /**
   * Where a link is followed forward, take in what else its operation read for the same target.
   * The walk does not go on from there.
   */
  readonly siblingInputs?: boolean;
}

/** In the order in which the walk came by: breadth first, links in the graph's order. */
export interface Walk extends Subgraph {
  /** Fewest links from the start; a variable that is only a sibling input has none. */
  readonly depths: ReadonlyMap<string, number>;
}

interface Found extends Walk {
  readonly variables: Set<string>;
  readonly links: Set<string>;
  readonly operations: Set<string>;
  readonly depths: Map<string, number>;
}

/** `undefined` where the graph has no such variable. */
export function walk(graph: EvolutionGraph, start: string, options: WalkOptions): Walk | undefined {
  if (!graph.variables.has(start)) return undefined;
  const found: Found = {
    variables: new Set([start]),
    links: new Set(),
    operations: new Set(),
    depths: new Map(),
  };
  const arms =
    options.direction === "both" ? (["forward", "backward"] as const) : [options.direction];
  for (const direction of arms) {
    for (const [id, depth] of follow(graph, start, direction, options, found)) {
      found.depths.set(id, Math.min(depth, found.depths.get(id) ?? depth));
    }
  }
  return found;
}

/** Adds to `found` what one direction reaches; answers with the depth of each reached variable. */
function follow(
  graph: EvolutionGraph,
  start: string,
  direction: "forward" | "backward",
  options: WalkOptions,
  found: Found,
): ReadonlyMap<string, number> {
  const { maxDepth = Number.POSITIVE_INFINITY } = options;
  const passes = recordFilter("variable", options);
  const operations = options.operations && new Set(options.operations);
  const forward = direction === "forward";
  const aside = new Set<string>();
  const siblings = forward && options.siblingInputs ? new Set<string>() : undefined;
  const depths = new Map([[start, 0]]);

  // A map hands out what is added while it is iterated, in order: it is the queue as well.
  for (const [id, depth] of depths) {
    for (const link of forward ? graph.linksFrom(id) : graph.linksTo(id)) {
      if (operations !== undefined && !operations.has(link.op)) continue;
      const next = forward ? link.to : link.from;
      if (!depths.has(next)) {
        if (depth < maxDepth && taken(graph, next, passes)) {
          depths.set(next, depth + 1);
          found.variables.add(next);
        } else if (!aside.has(next)) continue;
      }
      collect(found, link);
      if (siblings === undefined) continue;
      const group = `${link.op}\n${link.to}`;
      if (siblings.has(group)) continue;
      siblings.add(group);
      for (const sibling of graph.linksTo(link.to)) {
        if (sibling.op !== link.op) continue;
        if (!depths.has(sibling.from)) {
          if (!taken(graph, sibling.from, passes)) continue;
          aside.add(sibling.from);
        }
        found.variables.add(sibling.from);
        collect(found, sibling);
      }
    }
  }
  return depths;
}

function taken(
  graph: EvolutionGraph,
  id: string,
  passes: (variable: Variable) => boolean,
): boolean {
  const variable = graph.variables.get(id);
  return variable !== undefined && passes(variable);
}

function collect(found: Found, link: Link): void {
  found.links.add(link.id);
  found.operations.add(link.op);
}

/** What the variable came out of, without itself; empty for an unknown one. In the graph's order. */
export function ancestorsOf(graph: EvolutionGraph, id: string, maxDepth?: number): Variable[] {
  return reached(graph, id, "backward", maxDepth);
}

/** What came out of the variable, without itself; empty for an unknown one. In the graph's order. */
export function descendantsOf(graph: EvolutionGraph, id: string, maxDepth?: number): Variable[] {
  return reached(graph, id, "forward", maxDepth);
}

/** Ids of the sessions that the variable and its ancestors were recorded in, in the graph's order. */
export function contributingSessions(graph: EvolutionGraph, id: string): string[] {
  return sessionsOf(graph, walk(graph, id, { direction: "backward" }));
}

/** Ids of the sessions that the variable and its descendants were recorded in, in the graph's order. */
export function downstreamSessions(graph: EvolutionGraph, id: string): string[] {
  return sessionsOf(graph, walk(graph, id, { direction: "forward" }));
}

function reached(
  graph: EvolutionGraph,
  id: string,
  direction: "forward" | "backward",
  maxDepth: number | undefined,
): Variable[] {
  const found = walk(graph, id, maxDepth === undefined ? { direction } : { direction, maxDepth });
  if (found === undefined) return [];
  return [...graph.variables.values()].filter((v) => v.id !== id && found.variables.has(v.id));
}

/** Sessions of which no record has arrived come last. */
function sessionsOf(graph: EvolutionGraph, found: Subgraph | undefined): string[] {
  const named = new Set<string>();
  for (const id of found?.variables ?? []) {
    const session = graph.variables.get(id)?.session;
    if (session !== undefined) named.add(session);
  }
  const recorded = [...graph.sessions.keys()].filter((id) => named.has(id));
  return [...new Set([...recorded, ...named])];
}
