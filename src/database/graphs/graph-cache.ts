/**
 * Caches recently read graphs, because loading a graph costs more than most requests. A key
 * contains the graph's revision, so the cache never returns an old state. Small graphs share a
 * memory limit. Of the large graphs, the cache keeps only the last one, by a weak reference. So the
 * runtime can free this graph when it needs memory.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/**
 * Maximum memory of all cached small graphs together. The small graph that was read last stays
 * cached even if it alone takes more memory than this.
 */
const MOST_BYTES = 32 * 1024 * 1024;
/** A graph whose packs have more compressed bytes is large. */
const MOST_PACK_BYTES = 3 * 1024 * 1024;
/**
 * A graph is also large if its records take more bytes of memory than this. The values of variables
 * do not count. Packs compress repetition, so even small packs can contain many records.
 */
const MOST_STRUCTURE_BYTES = 16 * 1024 * 1024;
/** Estimated memory of a graph without records. */
const GRAPH_BYTES = 24 * 1024;
/** Memory of one record after all values were read, as measured by `npm run bench -- graph`. */
const RECORD_BYTES = 126;
/** The part of `RECORD_BYTES` that the ids and names of an average record take. */
const USUAL_ID_BYTES = 40;
/** Maximum memory of one character. */
const CHAR_BYTES = 2;
/**
 * A graph that was loaded this long ago is dropped when the cache is next called. So a deleted
 * graph does not stay in memory.
 */
const HELD_MS = 60_000;

/** Identifies one state of a graph. A later graph with the same id has another `createdAt`. */
export interface GraphState {
  readonly createdAt: number;
  readonly revision: number;
}

/** @param revision as `GraphRepository.revision` returns it */
export const cacheKey = (project: string, graph: string, revision: string): string =>
  `${project}:${graph}:${revision}`;

export interface LoadedGraph {
  readonly graph: EvolutionGraph;
  readonly packBytes: number;
}

/**
 * Maximum number of parallel loads. It is low, because each load can need the memory of a large
 * graph.
 */
const MOST_LOADS = 2;
/**
 * Maximum time of a load. If a load takes longer, the platform has probably ended the request that
 * started it. So other requests stop waiting for this load.
 */
const LOAD_MS = 30_000;
/** A request that has waited this long for other loads fails with `Busy`. */
const PATIENCE_MS = 45_000;
const LOOK_AGAIN_MS = 25;

interface Load {
  readonly until: number;
  loaded?: LoadedGraph | undefined;
  hasEnded: boolean;
}

/**
 * A request has waited too long for other loads. The runtime marks its own temporary failures with
 * `overloaded`. This error has the same mark, so `isStorageFailure` treats it as temporary too.
 */
class Busy extends Error {
  readonly overloaded = true;
}

export interface CacheRuntime {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** Returns a weak reference, which does not stop the runtime from freeing the graph. */
  weakly(graph: EvolutionGraph): Pick<WeakRef<EvolutionGraph>, "deref">;
}

interface Small extends LoadedGraph {
  readonly until: number;
}

interface Large {
  readonly key: string;
  /** Returns undefined if the runtime has freed the graph. */
  readonly graph: () => EvolutionGraph | undefined;
  readonly until: number;
}

/**
 * A cache of graphs. If several requests want the same graph, one loads it and the others wait. The
 * number of parallel loads is limited.
 */
export class GraphCache {
  /** Maps cache keys to small graphs. The graph that was read last is the last entry. */
  readonly #small = new Map<string, Small>();
  #large: Large | undefined;
  readonly #loads = new Map<string, Load>();
  readonly #runtime: CacheRuntime;

  constructor(runtime: CacheRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Returns the cached graph, or loads it.
   * @param key identifies the project, the graph and its revision
   * @throws an error marked `overloaded` if the request has waited too long for other loads
   */
  async get(
    key: string,
    load: () => Promise<LoadedGraph | undefined>,
  ): Promise<EvolutionGraph | undefined> {
    const { now, sleep } = this.#runtime;
    const until = now() + PATIENCE_MS;
    let joined: Load | undefined;
    // Poll, because the runtime does not let a request wait for another request's promise.
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
   * Drops the small graphs that exceed the memory limit, least recently read first. Never drops the
   * graph that was read last.
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
