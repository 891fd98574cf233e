import type { Mask, Timers } from "../deliver/delivery.ts";
import type { Describe } from "../record/resolve-values.ts";
import type { Description, Variable } from "../record/variable.ts";
import type { ReplayValue } from "../replay/plan.ts";
import type { Problem } from "./problem.ts";
import type { AsyncLocalStorageClass } from "./scope-storage.ts";
import type { AnyFunction } from "./trace-function.ts";
import type { Source } from "./wire.ts";

export interface MemTraceOptions {
  /**
   * Project key with the scope `ingest`; default `MEMTRACE_API_KEY`. Without a key nothing is
   * traced.
   */
  apiKey?: string | undefined;
  /** Address of the service; default `MEMTRACE_URL`, else http://localhost:8787. */
  url?: string | undefined;
  /** Receives every problem. By default, the console shows one warning per kind of problem. */
  onError?: (problem: Problem) => void;
  /**
   * Describes values for which the call gives no description. Return `undefined` for other values.
   */
  describe?: (value: unknown) => Description | null | undefined;
  /** Changes every event before the event leaves, for example to remove personal data. */
  mask?: Mask;
  /**
   * Whether to trace a graph. `share(0.1)` of `@memtrace/sdk/sample` traces a tenth of the graphs.
   */
  sample?: (graph: string) => boolean;
  /** Keeps the host alive until the events are delivered: `waitUntil` of an edge runtime. */
  waitUntil?: (delivered: Promise<unknown>) => void;
  /** Sends the requests; default: the global `fetch`. */
  fetch?: typeof fetch;
  /** Milliseconds since the epoch. */
  now?: () => number;
  timers?: Timers;
  /** For hosts without `process.getBuiltinModule`, such as Node before 20.16. */
  AsyncLocalStorage?: AsyncLocalStorageClass;
}

export interface GraphOptions {
  /** The end user who owns this memory. */
  user?: string;
  /** The memory system, for example `mem0`. */
  system?: string;
  /** Warn, in the graph and in the app, about changes without `mutate`. */
  strict?: boolean;
  metadata?: Record<string, unknown>;
}

export interface SessionOptions {
  /** The id of a session to continue, for example the conversation's id; default: a new session. */
  id?: string;
  name?: string;
  /** For example `memory_construction`, `memory_search`, `memory_evaluation`. */
  category?: string;
  user?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
}

/** For a list, the type of its elements; for another value, the type of the value. */
type Each<T> = T extends readonly (infer Element)[] ? Element : T;
type Yielded<T> = T extends Generator<infer Y> | AsyncGenerator<infer Y> ? Y : T;

/** How a replay gets the result of a call without running the function. */
export interface ReplayOptions<F extends AnyFunction = AnyFunction> {
  /** The value that the function would have returned, built from recorded or corrected values. */
  result?: (values: readonly ReplayValue[]) => ReturnType<F>;
  /**
   * Whether the function reads or changes the memory in a way that the trace does not show. After
   * the corrected call, a replay always runs such a function on the copy.
   */
  memory?: boolean;
  /** The texts that the result depends on; default: all texts in the arguments. */
  inputs?: (...args: Parameters<F>) => readonly string[];
}

export interface OperationOptions<F extends AnyFunction> {
  /** `extraction`, `update`, `deletion`, `retrieval`, `answer`, `evaluation`, or your own word. */
  category?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
  /** The operation's line in the app's code: call `here()` of `@memtrace/sdk/source`. */
  source?: Source | undefined;
  /**
   * Inside another operation, calls of this function join that operation instead of creating their
   * own operations.
   */
  reuse?: boolean;
  /** Declares that calls of this function can be replayed: see `@memtrace/sdk/replay`. */
  replay?: ReplayOptions<F>;
  /**
   * How to show inputs: one description for all inputs, or a function of the value and the
   * argument's position. For a list, the function gets each element. `null` leaves a value out.
   */
  input?:
    | Description
    | ((value: Each<Parameters<F>[number]>, index: number) => Description | null | undefined);
  /** How to show the result. The function's second parameter is the element's index in the list. */
  output?:
    | Description
    | ((
        value: Each<Yielded<Awaited<ReturnType<F>>>>,
        index: number,
      ) => Description | null | undefined);
}

/** Options for a function whose type is unknown. */
export interface MethodOptions extends Omit<OperationOptions<AnyFunction>, "input" | "output"> {
  input?: Describe;
  output?: Describe;
}

export interface LinkOptions {
  /**
   * Name of a new operation for this change. By default, the change belongs to the running
   * operation.
   */
  operation?: string;
  category?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
}

export interface MutateOptions extends LinkOptions {
  /** Other values that the new version was made from. */
  inputs?: readonly unknown[];
}

export interface Answer {
  /** The question: a handle, a traced value, or the text of the question. */
  query: Variable | unknown;
  /** The answer that the agent gave. */
  prediction: Variable | unknown;
  /** The correct answer or answers, if known. */
  expected?: string | readonly string[] | undefined;
  /** The messages that contain the answer, if known: handles, traced values or names. */
  evidence?: readonly unknown[];
}

export interface Judgement {
  /** From 0 to 1. Below 0.5 the answer counts as wrong and opens a case. */
  score: number | boolean;
  /** The judge's own words. */
  reason?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface Verdict extends Answer, Judgement {}
