/** How graphs with very much of one kind are recorded. */
import type { LinkEvent, TraceEvent, VariableEvent } from "../../../src/protocol/events/events.ts";

export interface HeavyGraph {
  readonly name: string;
  readonly events: (graph: string, size: number) => Iterable<TraceEvent>;
  /** A wrong answer to a question that the graph was asked. */
  readonly verdict: (graph: string) => Iterable<TraceEvent>;
  /** The records that the reads request, by the number of records. */
  readonly variable: (size: number) => string;
  readonly other: (size: number) => string;
  readonly fullName: string;
  readonly operation: string;
}

/** The question of the wrong answer. */
export const ASKED = "What is the dog called?";
export const START = Date.UTC(2026, 0, 1);

export class Recording {
  readonly #graph: string;
  #events = 0;

  constructor(graph: string) {
    this.#graph = graph;
  }

  #base() {
    const number = this.#events++;
    return { id: `e${number}`, graph: this.#graph, at: START + number };
  }

  variable(name: string, given: Partial<VariableEvent>): TraceEvent {
    const base = this.#base();
    return { type: "variable", ref: base.id, name, ...base, ...given };
  }

  operation(op: string, name: string, session?: string): TraceEvent {
    return { type: "operation", op, name, ...this.#base(), ...(session ? { session } : {}) };
  }

  link(op: string, from: string, to: string, given: Partial<LinkEvent> = {}): TraceEvent {
    return { type: "link", op, from, to, ...this.#base(), ...given };
  }
}
