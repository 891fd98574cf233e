/** Methods of a store as operations, where the store's methods call each other. */

import type { MemTrace } from "../core/client.ts";
import { type CallTrace, traceFunction } from "../core/trace-function.ts";
import { unlessItFails } from "../core/try-or-undefined.ts";
import type { CallOptions } from "../record/traced-call.ts";
import { CallsUnderWay } from "./calls-under-way.ts";
import { replaceMethod } from "./instrument.ts";

/** One call as an operation. */
export interface StoreCall {
  readonly options: CallOptions;
  readonly inputs: readonly unknown[];
  /** What the result shows of what was made; it runs inside the operation. */
  readonly made?: ((result: unknown) => unknown) | undefined;
  /** Runs the beginning in the scope that it belongs to, where that is not the running one. */
  readonly within?: (<R>(begin: () => R) => R) | undefined;
}

/** The operations under way of one store. */
export class OwnCalls {
  readonly #memtrace: MemTrace;
  readonly #calls: CallsUnderWay;

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
    this.#calls = new CallsUnderWay(memtrace);
  }

  /** Whether the running operation is one of the store's own, which what it calls is a part of. */
  get isInside(): boolean {
    return this.#calls.running ?? false;
  }

  begin({ options, inputs, made, within = (begin) => begin() }: StoreCall): CallTrace | undefined {
    const call = within(() => this.#memtrace.begin(options, inputs));
    if (!call) return undefined;
    const told = (result: unknown) => {
      const shown = made ? call.inside(() => made(result)) : result;
      // That nothing was found is nothing, and not a list.
      return Array.isArray(shown) && shown.length === 0 ? undefined : shown;
    };
    const end = (result: unknown) => call.end(unlessItFails(() => told(result)));
    return this.#calls.follow({ ...call, end }, true);
  }

  /** Traces the methods that the store has; one that another of them calls is a part of that. */
  trace(
    store: object,
    methods: Readonly<Record<string, (args: readonly unknown[]) => StoreCall>>,
  ): void {
    for (const [name, tell] of Object.entries(methods)) {
      if (typeof Reflect.get(store, name) !== "function") continue;
      replaceMethod(this.#memtrace, store, name, (method) =>
        traceFunction(method, (args) =>
          this.#memtrace.enabled && !this.isInside
            ? unlessItFails(() => this.begin(tell(args)))
            : undefined,
        ),
      );
    }
  }
}
