/**
 * The graph that was opened last: its pages come in many requests, and opening it costs more than
 * most of them. Held by revision, so what is held is never older than asked for. One only: what a
 * graph keeps of its values once they were read may take more memory than its packs tell.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/** Compressed bytes of a graph that is held. */
const MOST_PACK_BYTES = 3 * 1024 * 1024;
/** Of its structure, which is more where much of it repeats: packs of it are small then. */
const MOST_STRUCTURE_BYTES = 16 * 1024 * 1024;
/** What a record takes once the graph was walked, as `npm run bench -- graph` measures it. */
const RECORD_BYTES = 126;
/** A graph that was deleted is out of memory after that, at the next use of any. */
const HELD_MS = 60_000;

export interface OpenedGraph {
  readonly graph: EvolutionGraph;
  readonly packBytes: number;
}

export class OpenedGraphs {
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
    open: () => Promise<OpenedGraph | undefined>,
  ): Promise<EvolutionGraph | undefined> {
    const now = this.#now();
    if (this.#held !== undefined && this.#held.until <= now) this.#held = undefined;
    if (this.#held?.key === key) return this.#held.graph;
    const opened = await open();
    if (opened === undefined) return undefined;
    if (isSmall(opened)) this.#held = { key, graph: opened.graph, until: now + HELD_MS };
    return opened.graph;
  }
}

function isSmall({ graph, packBytes }: OpenedGraph): boolean {
  const records = graph.operations.size + graph.variables.size + graph.links.size;
  return packBytes <= MOST_PACK_BYTES && records * RECORD_BYTES <= MOST_STRUCTURE_BYTES;
}
