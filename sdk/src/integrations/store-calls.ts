/** Traces a store whose methods call each other. */

import type { MemTrace } from "../core/client.ts";
import { type CallTrace, traceFunction } from "../core/trace-function.ts";
import { tryOrUndefined } from "../core/try-or-undefined.ts";
import type { CallOptions } from "../record/traced-call.ts";
import { replaceMethod } from "./instrument.ts";
import { RunningCalls } from "./running-calls.ts";

export interface StoreCall {
  readonly options: CallOptions;
  readonly inputs: readonly unknown[];
  /**
   * Runs inside the operation after the method has ended. Returns the values to record as the
   * result.
   */
  readonly made?: ((result: unknown) => unknown) | undefined;
  /** Runs `begin` in another scope. If undefined, the call begins in the current scope. */
  readonly within?: (<R>(begin: () => R) => R) | undefined;
}

export class StoreCalls {
  readonly #memtrace: MemTrace;
  readonly #calls: RunningCalls;

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
    this.#calls = new RunningCalls(memtrace);
  }

  /** Whether the running operation is a traced call of the store. */
  get isInside(): boolean {
    return this.#calls.running ?? false;
  }

  begin({ options, inputs, made, within = (begin) => begin() }: StoreCall): CallTrace | undefined {
    const call = within(() => this.#memtrace.begin(options, inputs));
    if (!call) return undefined;
    const resultOf = (result: unknown) => {
      const shown = made ? call.inside(() => made(result)) : result;
      // Replace an empty list by undefined. The client then records that there is no result,
      // instead of recording the empty list.
      return Array.isArray(shown) && shown.length === 0 ? undefined : shown;
    };
    const end = (result: unknown) => call.end(tryOrUndefined(() => resultOf(result)));
    return this.#calls.follow({ ...call, end }, true);
  }

  /**
   * Traces the given methods that the store has. A call inside another call joins the outer
   * operation.
   */
  trace(
    store: object,
    methods: Readonly<Record<string, (args: readonly unknown[]) => StoreCall>>,
  ): void {
    for (const [name, toCall] of Object.entries(methods)) {
      if (typeof Reflect.get(store, name) !== "function") continue;
      replaceMethod(this.#memtrace, store, name, (method) =>
        traceFunction(method, (args) =>
          this.#memtrace.enabled && !this.isInside
            ? tryOrUndefined(() => this.begin(toCall(args)))
            : undefined,
        ),
      );
    }
  }
}
