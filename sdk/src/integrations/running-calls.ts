/** Tracks running calls, so that inner calls belong to the outer call. */
import type { MemTrace } from "../core/client.ts";
import { keep } from "../core/keep-latest.ts";
import type { CallTrace } from "../core/trace-function.ts";

export class RunningCalls<T = true> {
  readonly #memtrace: MemTrace;
  /**
   * State of each running operation. The number is limited, because an aborted call reports no end.
   */
  readonly #known = new Map<string | undefined, T>();

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
  }

  /** The state of the running operation, if this object follows the operation. */
  get running(): T | undefined {
    return this.#known.get(this.#memtrace.current()?.operation);
  }

  /** Follows the call until it ends. */
  follow(call: CallTrace, known: T): CallTrace {
    const operation = call.inside(() => this.#memtrace.current()?.operation);
    keep(this.#known, operation, known);
    return {
      inside: call.inside,
      end: (result) => {
        this.#known.delete(operation);
        call.end(result);
      },
      fail: (error) => {
        this.#known.delete(operation);
        call.fail(error);
      },
    };
  }
}
