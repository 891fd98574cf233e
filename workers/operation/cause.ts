/**
 * Remembers the cause of the running work. So logs can connect a request with later work for it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Wake } from "../messages.ts";

const causes = new AsyncLocalStorage<string>();

export function causedBy<T>(cause: string, work: () => T): T {
  return causes.run(cause, work);
}

/** The cause for work that is about to be woken. Empty if unknown. */
export function currentCause(): Pick<Wake, "cause"> {
  const cause = causes.getStore();
  return cause === undefined ? {} : { cause };
}

export class WakeCauses {
  readonly #ofGraphs = new Map<string, string>();
  #last: string | undefined;

  note(wakes: readonly Wake[]): void {
    for (const { graph, cause } of wakes) {
      this.#last = cause ?? this.#last;
      if (graph !== undefined && cause !== undefined) this.#ofGraphs.set(graph, cause);
    }
  }

  /** The cause of the wake-up that named the graph, or else of the last wake-up. */
  takeOf(graph: string): string | undefined {
    const cause = this.#ofGraphs.get(graph) ?? this.#last;
    this.#ofGraphs.delete(graph);
    return cause;
  }

  /**
   * The cause of the last wake-up. Most wake-ups do not say for which item they are, so this is
   * used as the cause of all work of the project.
   */
  get last(): string | undefined {
    return this.#last;
  }
}
