/**
 * Remembers the cause of the running work, so that logs can connect a request with later work for
 * it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Wake } from "../messages.ts";

const causes = new AsyncLocalStorage<string>();

export function causedBy<T>(cause: string, work: () => T): T {
  return causes.run(cause, work);
}

/** Returns the cause for work that is about to be woken; empty if the cause is unknown. */
export function currentCause(): Pick<Wake, "cause"> {
  const cause = causes.getStore();
  return cause === undefined ? {} : { cause };
}

/** The causes of the wake-ups that a worker received. */
export class WakeCauses {
  readonly #ofGraphs = new Map<string, string>();
  #last: string | undefined;

  note(wakes: readonly Wake[]): void {
    for (const { graph, cause } of wakes) {
      this.#last = cause ?? this.#last;
      if (graph !== undefined && cause !== undefined) this.#ofGraphs.set(graph, cause);
    }
  }

  /**
   * Returns the cause of the wake-up that named the graph. If no wake-up named the graph, returns
   * the cause of the last wake-up.
   */
  takeOf(graph: string): string | undefined {
    const cause = this.#ofGraphs.get(graph) ?? this.#last;
    this.#ofGraphs.delete(graph);
    return cause;
  }

  /**
   * The cause of the last wake-up. It is used for all work of a project, because most wake-ups do
   * not name single items of work.
   */
  get last(): string | undefined {
    return this.#last;
  }
}
