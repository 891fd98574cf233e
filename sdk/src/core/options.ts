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
   * Project key with the scope `ingest`; default `MEMTRACE_API_KEY`. Without a key, the client
   * traces nothing.
   */
  apiKey?: string | undefined;
  /** Address of the service; default `MEMTRACE_URL`, else http://localhost:8787. */
  url?: string | undefined;
  /**
   * Called with every problem. By default, the client writes one console warning per kind of
   * problem.
   */
  onError?: (problem: Problem) => void;
  /**
   * Describes values that the call itself does not describe. Return `undefined` for values that it
   * should not describe.
   */
  describe?: (value: unknown) => Description | null | undefined;
  /** Changes every event before the event leaves, for example to remove personal data. */
  mask?: Mask;
  /**
   * Returns true for a graph that the client should trace. `share(0.1)` of `@memtrace/sdk/sample`
   * traces a tenth of the graphs.
   */
  sample?: (graph: string) => boolean;
  /** The `waitUntil` of an edge runtime. Keeps the host alive until the events are delivered. */
  waitUntil?: (delivered: Promise<unknown>) => void;
  /** Sends the requests; default: the global `fetch`. */
  fetch?: typeof fetch;
  /** The clock, in milliseconds since the epoch. */
  now?: () => number;
  timers?: Timers;
  /** Needed on hosts without `process.getBuiltinModule`, such as Node before 20.16. */
  AsyncLocalStorage?: AsyncLocalStorageClass;
}

export interface GraphOptions {
  /** The end user who owns this memory. */
  user?: string;
  /** The memory system, for example `mem0`. */
  system?: string;
  /**
   * If a value changes without a call of `mutate`, show a warning in the graph and report it to
   * `onError`.
   */
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

/** The type of a list's elements; for a value that is not a list, the value's own type. */
type Each<T> = T extends readonly (infer Element)[] ? Element : T;
type Yielded<T> = T extends Generator<infer Y> | AsyncGenerator<infer Y> ? Y : T;

/** Tells a replay how to make a call's result without running the function. */
export interface ReplayOptions<F extends AnyFunction = AnyFunction> {
  /**
   * Builds the value that the function would have returned. `values` are recorded or corrected
   * values.
   */
  result?: (values: readonly ReplayValue[]) => ReturnType<F>;
  /**
   * Whether the function reads or changes the memory without an operation in the trace. Such a
   * function always runs on the copy after the corrected call.
   */
  memory?: boolean;
  /** Returns the texts that determine the result; default: all texts in the arguments. */
  inputs?: (...args: Parameters<F>) => readonly string[];
}

export interface OperationOptions<F extends AnyFunction> {
  /**
   * `extraction`, `update`, `deletion`, `retrieval`, `answer`, `evaluation`, or a name of your own.
   */
  category?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
  /** The operation's line in the app's code. Get it from `here()` of `@memtrace/sdk/source`. */
  source?: Source | undefined;
  /**
   * If true, a call inside another operation joins that operation instead of creating an operation
   * of its own.
   */
  reuse?: boolean;
  /** Declares that calls of this function can be replayed: see `@memtrace/sdk/replay`. */
  replay?: ReplayOptions<F>;
  /**
   * Describes the inputs: one description for all inputs, or a function of an input and its
   * argument position. If an argument is a list, the function is called for each element. `null`
   * leaves an input out.
   */
  input?:
    | Description
    | ((value: Each<Parameters<F>[number]>, index: number) => Description | null | undefined);
  /**
   * Describes the result. If the result is a list, the function is called with each element and its
   * index.
   */
  output?:
    | Description
    | ((
        value: Each<Yielded<Awaited<ReturnType<F>>>>,
        index: number,
      ) => Description | null | undefined);
}

/** Options for a method whose parameter types are unknown. */
export interface MethodOptions extends Omit<OperationOptions<AnyFunction>, "input" | "output"> {
  input?: Describe;
  output?: Describe;
}

export interface LinkOptions {
  /**
   * If set, the change gets a new operation with this name. By default, the change belongs to the
   * running operation.
   */
  operation?: string;
  category?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
}

export interface MutateOptions extends LinkOptions {
  /** Further values from which the app made the new version. */
  inputs?: readonly unknown[];
}

export interface Answer {
  /** The question: a handle, a traced value, or the text of the question. */
  query: Variable | unknown;
  /** The answer that the agent gave. */
  prediction: Variable | unknown;
  /** The correct answer or answers, if known. */
  expected?: string | readonly string[] | undefined;
  /** The messages that contain the correct answer, if known: handles, traced values or names. */
  evidence?: readonly unknown[];
}

export interface Judgement {
  /**
   * From 0 to 1, or whether the answer is right. A score below 0.5 means wrong and opens a case.
   */
  score: number | boolean;
  /** The judge's own words. */
  reason?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface Verdict extends Answer, Judgement {}
