/**
 * Remembers the cause of the running work. So logs can connect a request with the work that follows
 * from it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Wake } from "../messages.ts";

const causes = new AsyncLocalStorage<string>();

export function causedBy<T>(cause: string, work: () => T): T {
  return causes.run(cause, work);
}

/** Returns the cause to send along with a wake-up. The object is empty if the cause is unknown. */
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

  /**
   * Returns the cause of the wake-up that named the graph. If no wake-up named it, returns the
   * cause of the last wake-up.
   */
  takeOf(graph: string): string | undefined {
    const cause = this.#ofGraphs.get(graph) ?? this.#last;
    this.#ofGraphs.delete(graph);
    return cause;
  }

  /**
   * The cause from the latest wake-up that had a cause. Most wake-ups do not say which item of the
   * project needs work. So the logs name this cause for every item, even if the item has another
   * cause.
   */
  get last(): string | undefined {
    return this.#last;
  }
}
