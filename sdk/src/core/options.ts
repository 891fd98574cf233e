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
   * Project key with the scope `ingest`. Default: the environment variable `MEMTRACE_API_KEY`.
   * Without a key, the client traces nothing.
   */
  apiKey?: string | undefined;
  /**
   * Address of the service. Default: the environment variable `MEMTRACE_URL`, or
   * http://localhost:8787 if it is not set.
   */
  url?: string | undefined;
  /**
   * Receives every problem. By default, the client writes one console warning per kind of problem.
   */
  onError?: (problem: Problem) => void;
  /**
   * Describes a value, for example with a name and a category. A description in a call, such as
   * `variable(value, description)`, overrides the same fields. Return `undefined` for no
   * description.
   */
  describe?: (value: unknown) => Description | null | undefined;
  /** Changes every event before the client sends it, for example to remove personal data. */
  mask?: Mask;
  /**
   * Decides whether the client traces a graph. For example, `share(0.1)` of `@memtrace/sdk/sample`
   * returns true for a tenth of the graphs.
   */
  sample?: (graph: string) => boolean;
  /** An edge runtime's `waitUntil`. Keeps the host alive until the events are delivered. */
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
   * If true, a value that changes without a call of `mutate` causes a warning in the graph, and the
   * client calls `onError`.
   */
  strict?: boolean;
  metadata?: Record<string, unknown>;
}

export interface SessionOptions {
  /**
   * The session's id, such as the id of a conversation. If the session already exists, the client
   * continues it. Without an id, the client creates a new session.
   */
  id?: string;
  name?: string;
  /** For example `memory_construction`, `memory_search`, `memory_evaluation`. */
  category?: string;
  user?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
}

/** A list's element type, or the type of a single value. */
type Each<T> = T extends readonly (infer Element)[] ? Element : T;
type Yielded<T> = T extends Generator<infer Y> | AsyncGenerator<infer Y> ? Y : T;

/** How a replay makes a call's result without running the function. */
export interface ReplayOptions<F extends AnyFunction = AnyFunction> {
  /** Builds the function's return value from recorded or corrected values. */
  result?: (values: readonly ReplayValue[]) => ReturnType<F>;
  /**
   * Set this to true if the function uses the memory, but no traced operation shows that it does.
   * A replay works on a copy of the memory and corrects one call. The later calls of this function
   * can then have other results. If this is true, the replay runs them again.
   */
  memory?: boolean;
  /** Returns the texts that determine the result; default: all texts in the arguments. */
  inputs?: (...args: Parameters<F>) => readonly string[];
}

export interface OperationOptions<F extends AnyFunction> {
  /**
   * `extraction`, `update`, `deletion`, `retrieval`, `answer`, `evaluation`, or your own category.
   */
  category?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
  /** The operation's line in the app's code, from `here()` of `@memtrace/sdk/source`. */
  source?: Source | undefined;
  /**
   * If true, a call inside another operation joins that operation instead of starting a new one.
   */
  reuse?: boolean;
  /** Lets a replay repeat calls of this function: see `@memtrace/sdk/replay`. */
  replay?: ReplayOptions<F>;
  /**
   * Describes the inputs. If you give a function, the client calls it with each argument and the
   * argument's position. If an argument is a list, the client calls it with each element. If the
   * function returns `null`, the client does not record the input.
   */
  input?:
    | Description
    | ((value: Each<Parameters<F>[number]>, index: number) => Description | null | undefined);
  /**
   * Describes the result. If you give a function, the client calls it with the result and index 0.
   * For a list, the client calls it with each element and the element's index.
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
   * Name of a new operation for the change. By default, the change belongs to the running
   * operation.
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
  /** The question: a handle, a traced value, or a text. */
  query: Variable | unknown;
  prediction: Variable | unknown;
  /** The correct answer or answers, if known. */
  expected?: string | readonly string[] | undefined;
  /** Messages with the correct answer, if known: handles, traced values or names. */
  evidence?: readonly unknown[];
}

export interface Judgement {
  /** 0 to 1, or whether the answer is right. A score below 0.5 means wrong and opens a case. */
  score: number | boolean;
  /** The judge's own words. */
  reason?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface Verdict extends Answer, Judgement {}
