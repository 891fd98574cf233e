/**
 * Graphs that were opened a moment ago: pages of one graph come in many requests, and opening it
 * costs more than most of them. Held by revision, so what is held is never older than asked for.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";

/** Compressed bytes of all that is held. Opened, they take several times as much memory. */
const MOST_PACK_BYTES = 3 * 1024 * 1024;
/** A graph that was deleted is out of memory after that, at the next use of any. */
const HELD_MS = 60_000;

export interface OpenedGraph {
  readonly graph: EvolutionGraph;
  readonly packBytes: number;
}

export class OpenedGraphs {
  readonly #held = new Map<string, OpenedGraph & { readonly until: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param key names the project, the graph and the state of its packs */
  async get(
    key: string,
    open: () => Promise<OpenedGraph | undefined>,
  ): Promise<EvolutionGraph | undefined> {
    this.#forgetOld();
    const known = this.#held.get(key);
    if (known !== undefined) return known.graph;
    const opened = await open();
    if (opened === undefined) return undefined;
    this.#hold(key, opened);
    return opened.graph;
  }

  #hold(key: string, opened: OpenedGraph): void {
    if (opened.packBytes > MOST_PACK_BYTES) return;
    this.#held.set(key, { ...opened, until: this.#now() + HELD_MS });
    let bytes = 0;
    for (const { packBytes } of this.#held.values()) bytes += packBytes;
    for (const [oldest, { packBytes }] of this.#held) {
      if (bytes <= MOST_PACK_BYTES) return;
      this.#held.delete(oldest);
      bytes -= packBytes;
    }
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [key, { until }] of this.#held) if (until <= now) this.#held.delete(key);
  }
}
