/** What the client can be told, in the app's terms. */
import type { Mask, Timers } from "../deliver/delivery.ts";
import type { Describe } from "../record/resolve-values.ts";
import type { Description, Variable } from "../record/variable.ts";
import type { ReplayValue } from "../replay/plan.ts";
import type { Problem } from "./problem.ts";
import type { AsyncLocalStorageClass } from "./scope-storage.ts";
import type { AnyFunction } from "./trace-function.ts";
import type { Source } from "./wire.ts";

export interface MemTraceOptions {
  /** Project key with the scope `ingest`; `MEMTRACE_API_KEY` by default. Without one nothing is traced. */
  apiKey?: string | undefined;
  /** Address of the service; `MEMTRACE_URL`, or http://localhost:8787. */
  url?: string | undefined;
  /** Told of everything that went wrong; by default each kind of problem is warned of once. */
  onError?: (problem: Problem) => void;
  /** How values are described wherever a call does not say it; `undefined` for those it does not know. */
  describe?: (value: unknown) => Description | null | undefined;
  /** Changes every event before it leaves, for example to take personal data out of it. */
  mask?: Mask;
  /** Whether a graph is traced; `share(0.1)` of `@memtrace/sdk/sample` takes a tenth of them. */
  sample?: (graph: string) => boolean;
  /** Keeps the host alive until what was recorded is delivered: `waitUntil` of an edge runtime. */
  waitUntil?: (delivered: Promise<unknown>) => void;
  /** Sends the requests; the host's own by default. */
  fetch?: typeof fetch;
  /** Milliseconds since the epoch. */
  now?: () => number;
  timers?: Timers;
  /** For hosts that do not offer it through `process.getBuiltinModule`: Node before 20.16. */
  AsyncLocalStorage?: AsyncLocalStorageClass;
}

export interface GraphOptions {
  /** The end user whose memory this is. */
  user?: string;
  /** The memory system, for example `mem0`. */
  system?: string;
  /** Warn, in the graph and here, of changes that were not declared with `mutate`. */
  strict?: boolean;
  metadata?: Record<string, unknown>;
}

export interface SessionOptions {
  /** Of a session that goes on, for example the conversation's id; a new one by default. */
  id?: string;
  name?: string;
  /** For example `memory_construction`, `memory_search`, `memory_evaluation`. */
  category?: string;
  user?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
}

/** The value, or each element where it is a list. */
type Each<T> = T extends readonly (infer Element)[] ? Element : T;
type Yielded<T> = T extends Generator<infer Y> | AsyncGenerator<infer Y> ? Y : T;

/** How a call is replayed without running the function. */
export interface ReplayOptions<F extends AnyFunction = AnyFunction> {
  /** What the function would have returned, made of values as they were recorded, or corrected. */
  result?: (values: readonly ReplayValue[]) => ReturnType<F>;
  /**
   * Whether it reads or changes the memory in a way that the trace does not show. After the
   * corrected call such functions always run again, on the copy.
   */
  memory?: boolean;
  /** The texts that its result depends on; by default all that stand in its arguments. */
  inputs?: (...args: Parameters<F>) => readonly string[];
}

export interface OperationOptions<F extends AnyFunction> {
  /** `extraction`, `update`, `deletion`, `retrieval`, `answer`, `evaluation`, or a word of your own. */
  category?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
  /** Where it stands in the app's code; `here()` of `@memtrace/sdk/source` says it. */
  source?: Source | undefined;
  /** Inside another operation, the calls are a part of that instead of operations of their own. */
  reuse?: boolean;
  /** Declares that its calls can be replayed: see `@memtrace/sdk/replay`. */
  replay?: ReplayOptions<F>;
  /**
   * How inputs are shown: one description for all, or a function of the value (of each element,
   * where it is a list) and the argument's position. `null` leaves a value out.
   */
  input?:
    | Description
    | ((value: Each<Parameters<F>[number]>, index: number) => Description | null | undefined);
  /** How the result is shown: the same, with the element's place in the list. */
  output?:
    | Description
    | ((
        value: Each<Yielded<Awaited<ReturnType<F>>>>,
        index: number,
      ) => Description | null | undefined);
}

/** The same for a function whose type is not known: what describes its values says theirs. */
export interface MethodOptions extends Omit<OperationOptions<AnyFunction>, "input" | "output"> {
  input?: Describe;
  output?: Describe;
}

export interface LinkOptions {
  /** Name of an operation to make for it; by default it belongs to the running one, if any. */
  operation?: string;
  category?: string;
  comment?: string;
  metadata?: Record<string, unknown>;
}

export interface MutateOptions extends LinkOptions {
  /** What else the new version was made from. */
  inputs?: readonly unknown[];
}

/** An answer that is judged. */
export interface Answer {
  /** The question: a handle, the value that was traced, or its text. */
  query: Variable | unknown;
  /** The answer that was given. */
  prediction: Variable | unknown;
  /** The answer, or the answers, that would have been right; none where unknown. */
  expected?: string | readonly string[] | undefined;
  /** The messages that hold the answer, where known: handles, traced values or names. */
  evidence?: readonly unknown[];
}

export interface Judgement {
  /** From 0 to 1; below 0.5 the answer counts as wrong and opens a case. */
  score: number | boolean;
  /** The judge's own words. */
  reason?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface Verdict extends Answer, Judgement {}
