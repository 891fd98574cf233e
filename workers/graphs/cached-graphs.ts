/** Loads graphs through the isolate's only cache. */
import { cacheKey, GraphCache, type GraphState } from "../../src/database/graphs/graph-cache.ts";
import type { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { now } from "../operation/clock.ts";

const cache = new GraphCache({
  now,
  sleep: (milliseconds) => scheduler.wait(milliseconds),
  weakly: (graph) => new WeakRef(graph),
});

/** Loads the graph in the given state, from the cache if possible. */
export function loadCached(
  graphs: GraphRepository,
  project: string,
  id: string,
  { createdAt, revision }: GraphState,
): Promise<EvolutionGraph | undefined> {
  const key = cacheKey(project, id, `${createdAt}-${revision}`);
  return cache.get(key, () => graphs.load(id, revision));
}

/**
 * Loads the whole graph, from the cache if possible.
 * @param revision as `GraphRepository.revision` returns it
 */
export function loadCurrent(
  graphs: GraphRepository,
  project: string,
  id: string,
  revision: string,
): Promise<EvolutionGraph | undefined> {
  return cache.get(cacheKey(project, id, revision), () => graphs.load(id));
}
