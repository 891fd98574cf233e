/// <reference lib="esnext.disposable" preserve="true" />

import { deferrableChars } from "../deliver/deferred-work.ts";
import { type DeliveryOptions, EventDelivery } from "../deliver/delivery.ts";
import { snapshot } from "../record/emitter.ts";
import { Recorder, type RecorderOptions } from "../record/recorder.ts";
import type { TraceScope } from "../record/scope.ts";
import {
  beginCall,
  type CallOptions,
  closeCall,
  endCall,
  failCall,
  openCall,
} from "../record/traced-call.ts";
import { type Description, Variable } from "../record/variable.ts";
import { FLUSH_TIMEOUT_MS } from "./bounds.ts";
import { cut, cutToLimit, encode, encodingOnce, read } from "./encode.ts";
import { toName } from "./name.ts";
import type {
  GraphOptions,
  LinkOptions,
  MemTraceOptions,
  MethodOptions,
  MutateOptions,
  OperationOptions,
  SessionOptions,
  Verdict,
} from "./options.ts";
import { createReporter } from "./problem.ts";
import type { AsyncLocalStorageClass, ScopeStorage } from "./scope-storage.ts";
import { type AnyFunction, type CallTrace, traceFunction } from "./trace-function.ts";
import { MAX_GRAPH_ID_CHARS, MAX_TEXT_CHARS } from "./wire.ts";

/**
 * Records what a memory system does, as evolution graphs. If recording fails, only `flush` and
 * `close` reject. Every other method passes the failure to the option `onError`. Without this
 * option, the client prints the failure on the console. Without a key, the client records nothing.
 */
export class MemTrace {
  /** Whether this client records. The app can change this field. */
  declare enabled: boolean;
  readonly #options: Settings;
  /** Undefined if the key or AsyncLocalStorage is missing. */
  readonly #scopes: ScopeStorage<TraceScope> | undefined;
  readonly #delivery: EventDelivery;
  readonly #recorder: Recorder;
  /** Graphs with their options, as JSON. The client has sent a `graph` event for each entry. */
  readonly #sentGraphs = new Set<string>();
  #ownScope: TraceScope | undefined;

  constructor(options: MemTraceOptions = {}) {
    const { process }: Host = globalThis as Host;
    // Deno throws if the app has no permission to read an environment variable.
    const setting = (name: string) => read(process?.env, name) as string | undefined;
    const { apiKey = setting("MEMTRACE_API_KEY") } = options;
    const { url = setting("MEMTRACE_URL") || "http://localhost:8787" } = options;
    const { now = Date.now, timers = globalThis } = options;
    const {
      AsyncLocalStorage = process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage,
    } = options;
    const report = createReporter(options.onError);
    const forget = () => {
      this.#recorder.forget();
      this.#sentGraphs.clear();
    };
    const address = url.replace(/\/+$/, "");
    this.#options = { ...options, url: address, apiKey, now, timers, report, forget };
    this.#delivery = new EventDelivery(this.#options);
    this.#recorder = new Recorder(this.#options, this.#delivery);
    if (apiKey && AsyncLocalStorage) this.#scopes = new AsyncLocalStorage<TraceScope>();
    else {
      const missing = apiKey ? "AsyncLocalStorage" : "MEMTRACE_API_KEY";
      report("off", `${missing} is not set`, 0);
    }
    this.enabled = Boolean(this.#scopes);
  }

  /**
   * Runs the body in the graph of one memory store, usually of one end user. Calls with the same id
   * continue the graph, even in other processes.
   */
  graph<R>(id: string, body: () => R): R;
  graph<R>(id: string, options: GraphOptions, body: () => R): R;
  graph<R>(id: string, second: GraphOptions | (() => R), third?: () => R): R {
    const [options, body] =
      typeof second === "function" ? [{}, second] : [second, third as () => R];
    return this.#run(body, (outer) => {
      if (!id) throw Error("no graph id");
      const graph = toName(id, MAX_GRAPH_ID_CHARS);
      const off = this.#options.sample?.(graph) === false;
      const scope = { graph, off, strict: options.strict, attributes: outer?.attributes };
      if (!off) this.#sendGraph(scope, options);
      return scope;
    });
  }

  /** Runs the body as a session of the running graph. If no graph runs, creates a new graph. */
  session<R>(options: SessionOptions, body: () => R): R {
    return this.#run(body, (outer) => this.#openSession(options, outer));
  }

  /** Adds the attributes to the metadata of every event that the body records. */
  propagate<R>(attributes: Record<string, unknown>, body: () => R): R {
    return this.#run(body, (outer) => ({
      graph: "",
      ...outer,
      attributes: snapshot({ ...outer?.attributes, ...attributes }),
    }));
  }

  /**
   * Wraps a function (sync, async or generator) as an operation. Each call records its inputs, its
   * result and their links. Without a function, returns a decorator for methods.
   */
  operation<F extends AnyFunction>(name: string, fn: F): F;
  operation<F extends AnyFunction>(name: string, options: OperationOptions<F>, fn: F): F;
  operation(
    name: string,
    options?: MethodOptions,
  ): <F extends AnyFunction>(method: F, context?: unknown) => F;
  operation<F extends AnyFunction>(
    name: string,
    second: OperationOptions<F> | F = {},
    third?: F,
  ): F | ((method: F) => F) {
    const [options, fn]: [OperationOptions<F>, F | undefined] =
      typeof second === "function" ? [{}, second] : [second, third];
    if (!fn) return (method: F) => this.operation(name, options, method);
    if (!this.#scopes) return fn;
    const { describe, waitUntil } = this.#options;
    const { input, output, metadata } = options;
    const deferrable = [{ describe, waitUntil, metadata }, input, output].every(
      (part) => typeof part !== "function" && deferrableChars(Object.values(part ?? {})),
    );
    const described = { ...options, deferrable, name: toName(name) };
    return traceFunction(fn, (args) => this.begin(described, args));
  }

  /**
   * Begins a call, for libraries that report its start, body and end in separate hooks.
   * @internal
   */
  begin(options: CallOptions, args: readonly unknown[]): CallTrace | undefined {
    const scopes = this.#scopes;
    const scope = this.#currentScope();
    if (!scope || !scopes || !this.enabled) return undefined;
    const call = openCall(scope, this.#recorder, options, args);
    const given = options.deferrable && deferrableChars(args);
    this.#attempt(() => beginCall(call), given);
    if (!given && !call.start) return undefined;
    return {
      inside: (body) => scopes.run(call.scope, body),
      end: (result) =>
        this.#attempt(() => endCall(call, result), given && deferrableChars([result])),
      fail: (error) => this.#attempt(() => failCall(call, error)),
    };
  }

  /**
   * Records a value and returns its handle. A different value with the same name is a new version.
   * If an operation is running and no link leads to the value, the value becomes a result of the
   * operation.
   */
  variable(value: unknown, description?: Description): Variable {
    const handle = this.within((scope, recorder) =>
      value instanceof Variable
        ? recorder.findObject(scope, value)
        : recorder.record(scope, value, recorder.describe(value, description)),
    );
    return handle ?? UNTRACED;
  }

  /** Returns the handle of a recorded value. `value` is a traced object, a text or a name. */
  find(value: unknown): Variable | undefined {
    return this.within((scope, recorder) => recorder.find(scope, value, 1));
  }

  /**
   * Records that `to` was made from `from`, in the running operation or in a new one. If both are
   * lists, links every element of `from` to every element of `to`.
   */
  link(from: unknown, to: unknown, options: LinkOptions = {}): void {
    this.#inOperation(options, "link", undefined, (scope, recorder) => {
      const sources = this.#each(scope, from);
      for (const made of this.#each(scope, to))
        for (const source of sources) recorder.link(scope, source, made, options);
    });
  }

  /** Records an in-place change: a new version, linked to the previous version. */
  mutate(target: unknown, value: unknown, options: MutateOptions = {}): Variable {
    const made = this.#inOperation(options, "update", "update", (scope, recorder) => {
      const named = nameOf(target);
      // If `target` is a name, do not record it as a value. Another process can have recorded the
      // previous version; the service then finds this version by its name.
      const mutates = named ? recorder.find(scope, target) : recorder.findOrRecord(scope, target);
      const sources = this.#each(scope, options.inputs ?? []);
      const version = recorder.record(scope, value, mutates ?? named, {
        mutates,
        lineage: options,
      });
      for (const source of sources) recorder.link(scope, source, version, options);
      return version;
    });
    return made ?? UNTRACED;
  }

  /** Records that the value was deleted, as a link from the value to a marker. */
  delete(target: unknown, options: LinkOptions = {}): void {
    const category = "deletion";
    this.#inOperation(options, "delete", category, (scope, recorder) => {
      const from = recorder.findOrRecord(scope, target, nameOf(target));
      recorder.link(scope, from, recorder.marker(scope, true), { category, ...options });
    });
  }

  /** Reports the verdict of a judge or a person on an answer. A score below 0.5 opens a case. */
  verdict(verdict: Verdict): void {
    this.within((scope, recorder) => {
      const { query, prediction, expected, score, evidence, reason, metadata } = verdict;
      // Without a score, the service cannot tell whether the answer is wrong.
      if (score == null) throw Error("no score");
      recorder.send(scope, {
        type: "verdict",
        query: shortText(query) || "-",
        queryRef: this.find(query)?.ref,
        prediction: shortText(prediction),
        predictionRef: this.find(prediction)?.ref,
        expected: [expected ?? []].flat().map(shortText),
        score: Number(score),
        evidence: evidence?.map(
          (value) =>
            recorder.find(scope, value)?.ref ??
            (typeof value === "string" ? toName(value) : recorder.findOrRecord(scope, value).ref),
        ),
        reason: cutToLimit(reason),
        metadata,
      });
    });
  }

  /** Returns the ids of the running graph, session and operation, for the app's logs. */
  current():
    | { graph: string; session?: string | undefined; operation?: string | undefined }
    | undefined {
    this.#delivery.deferred.flush();
    const { graph, session, operation } = this.#scopes?.getStore() ?? {};
    return graph ? { graph, session, operation: operation?.id } : undefined;
  }

  /**
   * Resolves when the service has accepted all recorded events. Rejects with a DeliveryError if
   * events were lost since the last flush or still wait after `timeoutMs`.
   */
  flush({ timeoutMs = FLUSH_TIMEOUT_MS }: { timeoutMs?: number } = {}): Promise<void> {
    return this.#delivery.flush(timeoutMs);
  }

  /** Delivers the waiting events. Afterwards, the client records nothing. */
  close(options?: { timeoutMs?: number }): Promise<void> {
    this.enabled = false;
    return this.flush(options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #run<R>(body: () => R, open: (outer: TraceScope | undefined) => TraceScope): R {
    const scopes = this.#scopes;
    if (!scopes) return body();
    // If `open` fails, record nothing. Otherwise, the events would get into the outer graph.
    const scope = this.#attempt(() => open(scopes.getStore())) ?? { graph: "-", off: true };
    return scopes.run(scope, body);
  }

  /**
   * Runs the work if tracing is on. If the work throws, reports the error. If `chars` is given, the
   * work waits and runs later. `chars` says how many characters the waiting work keeps in RAM.
   */
  #attempt<R>(work: () => R, chars?: number | false): R | undefined {
    if (!this.#scopes || !this.enabled) return undefined;
    const recorder = this.#recorder;
    const at = this.#options.now();
    const { deferred } = this.#delivery;
    const run = (isDue?: true): R | undefined => {
      try {
        if (chars && !isDue) return deferred.add(run, chars);
        // Ignore an earlier time: a clock that goes back must not change the order of events.
        if (at > recorder.at) recorder.at = at;
        return encodingOnce(work);
      } catch (cause) {
        recorder.report(cause);
        return undefined;
      }
    };
    if (!chars) deferred.flush();
    return run();
  }

  /**
   * Runs the work in the current scope. Does nothing if sampling excluded the graph.
   * @internal
   */
  within<R>(work: (scope: TraceScope, recorder: Recorder) => R): R | undefined {
    const scope = this.#currentScope();
    return scope && this.#attempt(() => work(scope, this.#recorder));
  }

  /** Undefined if the current code is not traced. */
  #currentScope(): TraceScope | undefined {
    let scope = this.#scopes?.getStore();
    if (!scope?.graph) {
      this.#ownScope ??= this.#attempt(() => this.#openSession({}, scope));
      scope = this.#ownScope && { ...this.#ownScope, attributes: scope?.attributes };
    }
    return scope?.off ? undefined : scope;
  }

  #openSession({ id, name, user, ...described }: SessionOptions, outer?: TraceScope): TraceScope {
    const session = toName(id ?? `session-${this.#recorder.newId()}`);
    const graph = outer?.graph || toName(session, MAX_GRAPH_ID_CHARS);
    const off = outer?.off || this.#options.sample?.(graph) === false;
    const scope: TraceScope = { ...outer, graph, off, session, operation: undefined };
    if (!off)
      this.#recorder.send(scope, {
        ...described,
        name: toName(name),
        user: toName(user),
        type: "session",
      });
    return scope;
  }

  #sendGraph(scope: TraceScope, options: GraphOptions): void {
    const key = encode([scope, options]);
    if (this.#sentGraphs.has(key)) return;
    if (this.#sentGraphs.size >= 10_000) this.#sentGraphs.clear();
    this.#sentGraphs.add(key);
    this.#recorder.send(scope, {
      ...options,
      user: toName(options.user),
      system: toName(options.system),
      type: "graph",
    });
  }

  /** A list gives one variable for each element, except if it was recorded as one value. */
  #each(scope: TraceScope, value: unknown): Variable[] {
    const recorder = this.#recorder;
    const parts = Array.isArray(value) && !recorder.findObject(scope, value) ? value : [value];
    return parts.map((part) => recorder.findOrRecord(scope, part));
  }

  /** Runs the work in the running operation. If none runs, starts a new operation. */
  #inOperation<R>(
    options: LinkOptions,
    name: string,
    category: string | undefined,
    work: (scope: TraceScope, recorder: Recorder) => R,
  ): R | undefined {
    return this.within((scope, recorder) => {
      if (scope.operation && !options.operation) return work(scope, recorder);
      const described = { category, ...options, name: toName(options.operation ?? name) };
      const call = beginCall(openCall(scope, recorder, described, []));
      const made = work(call.scope, recorder);
      closeCall(call, made instanceof Variable ? [made] : []);
      return made;
    });
  }
}

/** The handle that methods return if nothing is traced. */
const UNTRACED = new Variable("", "", "", "", {});

type Settings = MemTraceOptions & DeliveryOptions & RecorderOptions;

interface Host {
  process?: {
    env?: unknown;
    /**
     * Node has this function from 20.16; Bun, Deno and workerd with `nodejs_compat` have it too. A
     * static import of `node:async_hooks` would break browser bundles and other Workers.
     */
    getBuiltinModule?: (id: string) => { AsyncLocalStorage: AsyncLocalStorageClass } | undefined;
  };
}

/** If the target is a text such as `name` or `name@2`, returns the name without the version. */
function nameOf(target: unknown): Description | undefined {
  return typeof target === "string" ? { name: target.replace(/@\d+$/, "") } : undefined;
}

function shortText(value: unknown): string {
  return cut(value instanceof Variable ? value.text : encode(value), MAX_TEXT_CHARS);
}
