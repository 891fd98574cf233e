/** Records graphs with very many records of one kind. */
import type { LinkEvent, TraceEvent, VariableEvent } from "../../../src/protocol/events/events.ts";

export interface HeavyGraph {
  readonly name: string;
  readonly events: (graph: string, size: number) => Iterable<TraceEvent>;
  /** Returns the events of a verdict on a wrong answer in the graph. */
  readonly verdict: (graph: string) => Iterable<TraceEvent>;
  /**
   * Returns the variable that the reads request, given the number of records; `other` returns a
   * second one.
   */
  readonly variable: (size: number) => string;
  readonly other: (size: number) => string;
  readonly fullName: string;
  readonly operation: string;
}

/** The question with the wrong answer. */
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
