/** The running calls, so that an inner call can join the outer call. */
import type { MemTrace } from "../core/client.ts";
import { keep } from "../core/keep-latest.ts";
import type { CallTrace } from "../core/trace-function.ts";

export class RunningCalls<T = true> {
  readonly #memtrace: MemTrace;
  /**
   * The state of each running call. The key is the id of the call's operation. `keep` limits the
   * entries, because an aborted call never reports its end.
   */
  readonly #known = new Map<string | undefined, T>();

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
  }

  /**
   * The state of the call whose operation is running now. Undefined if this call was not passed to
   * `follow`.
   */
  get running(): T | undefined {
    return this.#known.get(this.#memtrace.current()?.operation);
  }

  /** Keeps the state `known` until the call ends. */
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
