/**
 * Caches the graphs that were read last. Consecutive requests often read the same graph, and loading
 * costs more than most requests. The key contains the revision, so the cache never returns an older
 * state. Small graphs share a limit of memory. The cache refers to one large graph only weakly: it
 * reuses that graph until the runtime frees it.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/**
 * Maximum memory of the cached small graphs together. The graph that was read last stays even if it
 * takes more.
 */
const MOST_BYTES = 32 * 1024 * 1024;
/** Maximum compressed bytes of a small graph's packs. */
const MOST_PACK_BYTES = 3 * 1024 * 1024;
/**
 * Maximum memory of a small graph's structure. Packs compress repetition, so small packs can
 * contain a large structure.
 */
const MOST_STRUCTURE_BYTES = 16 * 1024 * 1024;
/** Memory of a graph without records. */
const GRAPH_BYTES = 24 * 1024;
/** Bytes per record after every value was read, as `npm run bench -- graph` measures them. */
const RECORD_BYTES = 126;
/** The part of `RECORD_BYTES` that the ids and names of an average record take. */
const USUAL_ID_BYTES = 40;
/** Maximum bytes per character of texts in memory. */
const CHAR_BYTES = 2;
/**
 * This long after a graph was loaded, the next call of the cache drops the graph, so that a deleted
 * graph does not stay in memory.
 */
const HELD_MS = 60_000;

/**
 * Identifies a graph in one state. `createdAt` distinguishes the graph from a later graph with the
 * same id.
 */
export interface GraphState {
  readonly createdAt: number;
  readonly revision: number;
}

/**
 * The key of a graph in the cache.
 * @param revision as `GraphRepository.revision` returns it
 */
export const cacheKey = (project: string, graph: string, revision: string): string =>
  `${project}:${graph}:${revision}`;

export interface LoadedGraph {
  readonly graph: EvolutionGraph;
  readonly packBytes: number;
}

/** Maximum parallel loads, because each load may take the memory of a large graph. */
const MOST_LOADS = 2;
/**
 * A load that takes longer than this counts as stopped, because the platform may have ended its
 * request.
 */
const LOAD_MS = 30_000;
/** A request that has waited longer than this for other loads is refused. */
const PATIENCE_MS = 45_000;
const LOOK_AGAIN_MS = 25;

interface Load {
  readonly until: number;
  loaded?: LoadedGraph | undefined;
  hasEnded: boolean;
}

/**
 * Thrown if other loads take too long. Has the mark `overloaded`, like failures of the runtime, so
 * that `isStorageFailure` counts it as temporary.
 */
class Busy extends Error {
  readonly overloaded = true;
}

/** The functions of the runtime that the cache needs. */
export interface CacheRuntime {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** Returns a weak reference to the graph, so that the runtime can free the graph. */
  weakly(graph: EvolutionGraph): Pick<WeakRef<EvolutionGraph>, "deref">;
}

interface Small extends LoadedGraph {
  readonly until: number;
}

interface Large {
  readonly key: string;
  /** Returns the graph; undefined after the runtime has freed it. */
  readonly graph: () => EvolutionGraph | undefined;
  readonly until: number;
}

/**
 * If a graph is already being loaded, other requests for it wait for that load. The number of
 * parallel loads is limited.
 */
export class GraphCache {
  /** Maps keys to small graphs. The graph that was read last is at the end. */
  readonly #small = new Map<string, Small>();
  /** The large graph that was loaded last. */
  #large: Large | undefined;
  readonly #loads = new Map<string, Load>();
  readonly #runtime: CacheRuntime;

  constructor(runtime: CacheRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Returns the cached graph, or loads it.
   * @param key identifies the project, the graph and the state of the graph's packs
   * @throws an error marked `overloaded` if other loads take too long
   */
  async get(
    key: string,
    load: () => Promise<LoadedGraph | undefined>,
  ): Promise<EvolutionGraph | undefined> {
    const { now, sleep } = this.#runtime;
    const until = now() + PATIENCE_MS;
    let joined: Load | undefined;
    // Poll, because the runtime does not let one request wait for another request's promise.
    while (now() <= until) {
      if (joined?.hasEnded && joined.loaded !== undefined) return joined.loaded.graph;
      this.#dropOld();
      const held = this.#heldOf(key);
      if (held !== undefined) return held;
      joined = this.#loads.get(key);
      if (joined === undefined && this.#loads.size < MOST_LOADS) return this.#load(key, load);
      await sleep(LOOK_AGAIN_MS);
    }
    throw new Busy("Too many graphs are being loaded.");
  }

  async #load(
    key: string,
    load: () => Promise<LoadedGraph | undefined>,
  ): Promise<EvolutionGraph | undefined> {
    const { now } = this.#runtime;
    const own: Load = { until: now() + LOAD_MS, hasEnded: false };
    this.#loads.set(key, own);
    try {
      const loaded = await load();
      own.loaded = loaded;
      if (loaded === undefined) return undefined;
      this.#hold(key, loaded);
      return loaded.graph;
    } finally {
      own.hasEnded = true;
      if (this.#loads.get(key) === own) this.#loads.delete(key);
    }
  }

  #hold(key: string, loaded: LoadedGraph): void {
    const { graph } = loaded;
    const until = this.#runtime.now() + HELD_MS;
    if (isSmall(loaded)) {
      this.#small.set(key, { ...loaded, until });
      this.#dropExcess();
    } else {
      const reference = this.#runtime.weakly(graph);
      this.#large = { key, graph: () => reference.deref(), until };
    }
  }

  #heldOf(key: string): EvolutionGraph | undefined {
    const small = this.#small.get(key);
    if (small === undefined) return this.#large?.key === key ? this.#large.graph() : undefined;
    this.#small.delete(key);
    this.#small.set(key, small);
    this.#dropExcess();
    return small.graph;
  }

  /**
   * Drops the small graphs that were not read for longest until the others fit in the limit. Never
   * drops the graph that was read last.
   */
  #dropExcess(): void {
    const [last, ...others] = [...this.#small].reverse();
    let bytes = last === undefined ? 0 : memoryOf(last[1]);
    for (const [key, small] of others) {
      bytes += memoryOf(small);
      if (bytes > MOST_BYTES) this.#small.delete(key);
    }
  }

  #dropOld(): void {
    const now = this.#runtime.now();
    for (const [key, { until }] of this.#small) if (until <= now) this.#small.delete(key);
    if (this.#large !== undefined && this.#large.until <= now) this.#large = undefined;
    for (const [key, { until }] of this.#loads) if (until <= now) this.#loads.delete(key);
  }
}

function isSmall({ graph, packBytes }: LoadedGraph): boolean {
  return packBytes <= MOST_PACK_BYTES && structureBytesOf(graph) <= MOST_STRUCTURE_BYTES;
}

function memoryOf({ graph, packBytes }: LoadedGraph): number {
  const { cachedChars } = graph.rows.values;
  return GRAPH_BYTES + packBytes + structureBytesOf(graph) + cachedChars * CHAR_BYTES;
}

function structureBytesOf(graph: EvolutionGraph): number {
  const records = graph.operations.size + graph.variables.size + graph.links.size;
  const { heldChars, names, ids } = graph.rows.table;
  const longTexts = Math.max(0, names.bytes + ids.bytes - records * USUAL_ID_BYTES);
  return records * RECORD_BYTES + heldChars * CHAR_BYTES + longTexts;
}
