/** Calls whose inner calls are a part of them, while they are under way. */
import type { MemTrace } from "../core/client.ts";
import { keep } from "../core/keep-latest.ts";
import type { CallTrace } from "../core/trace-function.ts";

export class CallsUnderWay<T = true> {
  readonly #memtrace: MemTrace;
  /** What is known of each, by its operation; one that is broken off tells of no end. */
  readonly #known = new Map<string | undefined, T>();

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
  }

  /** What is known of the running operation, where that is one of these. */
  get running(): T | undefined {
    return this.#known.get(this.#memtrace.current()?.operation);
  }

  /** The same call, one of these until it ends. */
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
