/**
 * Caches the graph that was loaded last: many requests read one graph, and loading it costs more than
 * most of them. The key includes the revision, so the cache never answers with an older state. It holds
 * one graph only, because a graph's values, once read, may take more memory than its packs suggest.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/** Compressed bytes of the packs of a cached graph. */
const MOST_PACK_BYTES = 3 * 1024 * 1024;
/** Memory of its structure. Packs compress repetition, so small packs can hold a large structure. */
const MOST_STRUCTURE_BYTES = 16 * 1024 * 1024;
/** Bytes of a record after a walk, as `npm run bench -- graph` measures them. */
const RECORD_BYTES = 126;
/** The next use of the cache after this time drops the graph, so a deleted graph leaves memory. */
const HELD_MS = 60_000;

export interface LoadedGraph {
  readonly graph: EvolutionGraph;
  readonly packBytes: number;
}

export class GraphCache {
  #held:
    | { readonly key: string; readonly graph: EvolutionGraph; readonly until: number }
    | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param key names the project, the graph and the state of its packs */
  async get(
    key: string,
    load: () => Promise<LoadedGraph | undefined>,
  ): Promise<EvolutionGraph | undefined> {
    const now = this.#now();
    if (this.#held !== undefined && this.#held.until <= now) this.#held = undefined;
    if (this.#held?.key === key) return this.#held.graph;
    const loaded = await load();
    if (loaded === undefined) return undefined;
    if (isSmall(loaded)) this.#held = { key, graph: loaded.graph, until: now + HELD_MS };
    return loaded.graph;
  }
}

function isSmall({ graph, packBytes }: LoadedGraph): boolean {
  const records = graph.operations.size + graph.variables.size + graph.links.size;
  return packBytes <= MOST_PACK_BYTES && records * RECORD_BYTES <= MOST_STRUCTURE_BYTES;
}
