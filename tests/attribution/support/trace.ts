/** Builds small graphs from events, in the form in which a traced agent would record them. */
import { buildGraph } from "../../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

const GRAPH = "trace";
const START = Date.UTC(2024, 4, 6, 9);

export interface VariableOptions {
  readonly category?: string;
  readonly class?: string;
  readonly version?: number;
  readonly mutates?: string;
  readonly metadata?: Record<string, unknown>;
}

export class Trace {
  readonly events: TraceEvent[] = [];
  #clock = START;

  #base() {
    this.#clock += 1000;
    return { id: `e${this.events.length}`, graph: GRAPH, at: this.#clock };
  }

  session(session: string, category: string): this {
    this.events.push({ type: "session", ...this.#base(), session, category });
    return this;
  }

  /** Records a value; its ref is its variable id, `name@version`. */
  variable(name: string, value: string, options: VariableOptions = {}): string {
    const version = options.version ?? 1;
    const full = options.class === undefined ? name : `${options.class}:${name}`;
    const ref = `${full}@${version}`;
    this.events.push({ type: "variable", ...this.#base(), ref, name, value, ...options, version });
    return ref;
  }

  message(name: string, speaker: string, content: string, day = "2024-05-06"): string {
    const value = JSON.stringify({ name: speaker, content, timestamp: `${day}T09:00:00` });
    return this.variable(name, value, { category: "message" });
  }

  /** Records an operation with its links. A link is `[from, to]` or `[from, to, category]`. */
  operation(
    op: string,
    name: string,
    links: readonly (readonly [string, string, string?])[],
    options: {
      category?: string;
      session?: string;
      error?: string;
      metadata?: Record<string, unknown>;
    } = {},
  ): string {
    this.events.push({ type: "operation", ...this.#base(), op, name, ...options });
    for (const [from, to, category] of links) {
      this.events.push({
        type: "link",
        ...this.#base(),
        op,
        from,
        to,
        ...(category ? { category } : {}),
      });
    }
    return op;
  }

  verdict(verdict: {
    query: string;
    prediction: string;
    expected: string[];
    score: number;
    queryRef?: string;
    predictionRef?: string;
    evidence?: string[];
    reason?: string;
    session?: string;
  }): this {
    this.events.push({ type: "verdict", ...this.#base(), ...verdict });
    return this;
  }

  build(): EvolutionGraph {
    return buildGraph(GRAPH, this.events);
  }
}
