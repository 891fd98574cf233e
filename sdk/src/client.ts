import { Delivery } from "./delivery.ts";
import { cut, cutText, encode, encodingOnce } from "./encode.ts";
import type { Describe } from "./ends.ts";
import { toName } from "./name.ts";
import type {
  GraphOptions,
  LinkOptions,
  MemTraceOptions,
  OperationOptions,
  SessionOptions,
  Verdict,
} from "./options.ts";
import { createReporter, type Problem } from "./problem.ts";
import { Recorder } from "./recorder.ts";
import { type Scope, startOperation } from "./scope.ts";
import { createScopeStorage, type ScopeStorage } from "./scope-storage.ts";
import { type AnyFunction, type CallTrace, traceFunction } from "./trace-function.ts";
import { type Stamp, TracedCall } from "./traced-call.ts";
import { type Description, Variable } from "./variable.ts";
import { type EventBody, MAX_GRAPH_ID_CHARS, MAX_METADATA_CHARS, MAX_TEXT_CHARS } from "./wire.ts";

const DEFAULT_URL = "http://localhost:8787";
const NO_FUNCTION = "the last argument must be a function";
const FLUSH_TIMEOUT_MS = 30_000;

/**
 * Traces a memory system into evolution graphs. Nothing here throws into the app, except `flush`
 * and `close`; without a key every call is a no-op.
 */
export class MemTrace {
  /** Whether anything is traced. */
  readonly enabled: boolean;
  readonly #now: () => number;
  readonly #report: (problem: Problem) => void;
  readonly #scopes: ScopeStorage<Scope>;
  readonly #delivery: Delivery | undefined;
  readonly #recorder: Recorder;
  readonly #clock = {
    stamp: () => this.#stamp(),
    newId: () => this.#newId(),
    send: (scope: Scope, event: EventBody, stamp?: Stamp) => this.#send(scope, event, stamp),
  };
  readonly #toldGraphs = new Map<string, string>();
  #client = "";
  #count = 0;
  #lastAt = 0;
  #ownScope: Scope | undefined;
  #closed = false;

  constructor(options: MemTraceOptions = {}) {
    const apiKey = options.apiKey ?? environment("MEMTRACE_API_KEY");
    const url = options.url ?? (environment("MEMTRACE_URL") || DEFAULT_URL);
    this.#now = options.now ?? Date.now;
    this.#report = createReporter(options.onError);
    this.#scopes = createScopeStorage(options.AsyncLocalStorage);
    this.#recorder = new Recorder(this.#clock);
    this.enabled = Boolean(apiKey);
    if (!apiKey) {
      const message = "MEMTRACE_API_KEY is not set: nothing is traced.";
      this.#report({ code: "no_key", message, count: 0 });
      return;
    }
    this.#delivery = new Delivery({
      url: url.replace(/\/+$/, ""),
      apiKey,
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      timers: options.timers ?? globalThis,
      now: this.#now,
      report: this.#report,
      onLoss: () => {
        this.#recorder.forget();
        this.#toldGraphs.clear();
      },
    });
  }

  /**
   * Runs the body in the graph of one memory store, usually one end user. The same id continues
   * the same graph, also from another process.
   */
  graph<R>(id: string, body: () => R): R;
  graph<R>(id: string, options: GraphOptions, body: () => R): R;
  graph<R>(id: string, second: GraphOptions | (() => R), third?: () => R): R {
    const [options, body] = typeof second === "function" ? [{}, second] : [second, third];
    if (!body) throw new TypeError(NO_FUNCTION);
    const scope = this.#guard(() => {
      const graph = toName(id, MAX_GRAPH_ID_CHARS);
      const inside: Scope = { graph, session: undefined, operation: undefined };
      this.#tellGraph(inside, options);
      return inside;
    });
    return scope ? this.#scopes.run(scope, body) : body();
  }

  /** Runs the body as a session of the graph; outside every graph it gets a graph of its own. */
  session<R>(options: SessionOptions, body: () => R): R {
    const scope = this.#guard(() => this.#openSession(options, this.#scopes.getStore()));
    return scope ? this.#scopes.run(scope, body) : body();
  }

  /**
   * Wraps a function as an operation: each call records its inputs, its result and the links from
   * the one to the other. Works for sync and async functions and for generators.
   */
  operation<F extends AnyFunction>(name: string, fn: F): F;
  operation<F extends AnyFunction>(name: string, options: OperationOptions<F>, fn: F): F;
  operation<F extends AnyFunction>(name: string, second: OperationOptions<F> | F, third?: F): F {
    const [options, fn]: [OperationOptions<F>, F | undefined] =
      typeof second === "function" ? [{}, second] : [second, third];
    if (!fn) throw new TypeError(NO_FUNCTION);
    if (!this.enabled) return fn;
    const callOptions = {
      ...options,
      name,
      describeInput: describer(options.input),
      describeOutput: describer(options.output),
    };
    return traceFunction(fn, (args) => {
      const call = this.#guard(
        () => new TracedCall(this.#scope(), this.#recorder, this.#clock, callOptions, args),
      );
      return call && this.#traceOf(call);
    });
  }

  /**
   * Records a value and returns its handle. Recording a name again with another value makes a new
   * version. What an operation records and links to nothing counts as its result.
   */
  variable(value: unknown, description: Description = {}): Variable {
    return this.#guard(() => this.#recorder.record(this.#scope(), value, description)) ?? NOWHERE;
  }

  /** The handle of a value that was recorded: a traced object, a text, or a name. */
  find(value: unknown): Variable | undefined {
    return this.#guard(() => this.#recorder.find(this.#scope(), value, { minChars: 1 }));
  }

  /** Records that one value was made from another, in the running operation or one of its own. */
  link(from: unknown, to: unknown, options: LinkOptions = {}): void {
    this.#guard(() => {
      const { operation = "link", ...described } = options;
      this.#inOperation(operation, options.category, (scope) => {
        this.#recorder.link(scope, this.#known(scope, from), this.#known(scope, to), described);
      });
    });
  }

  /** Records that a value was changed in place: a new version, with its lineage to the one before. */
  mutate(target: unknown, value: unknown, options: LinkOptions = {}): Variable {
    const made = this.#guard(() =>
      this.#inOperation(options.operation ?? "update", options.category ?? "update", (scope) => {
        const before = this.#recorder.find(scope, target);
        // A name that another process recorded: the service knows the version before.
        if (before === undefined && typeof target === "string") {
          return this.#recorder.record(scope, value, { name: target });
        }
        const mutates = before ?? this.#recorder.record(scope, target, {});
        return this.#recorder.record(scope, value, mutates, { mutates });
      }),
    );
    return made ?? NOWHERE;
  }

  /** Records that a value was deleted: a link from it to a marker. */
  delete(target: unknown, options: LinkOptions = {}): void {
    this.#guard(() => {
      const { operation = "delete", category = "deletion", comment } = options;
      this.#inOperation(operation, category, (scope) => {
        const named = typeof target === "string" ? { name: target } : {};
        const from =
          this.#recorder.find(scope, target) ?? this.#recorder.record(scope, target, named);
        const to = this.#recorder.marker(scope, true);
        this.#recorder.link(scope, from, to, { category, comment });
      });
    });
  }

  /** Reports how an answer was judged. A score below 0.5 opens a case. */
  verdict(verdict: Verdict): void {
    this.#guard(() => {
      const scope = this.#scope();
      this.#send(scope, {
        type: "verdict",
        query: shortText(verdict.query) || "(empty)",
        queryRef: this.find(verdict.query)?.ref,
        prediction: shortText(verdict.prediction),
        predictionRef: this.find(verdict.prediction)?.ref,
        expected: [verdict.expected ?? []].flat().map(shortText),
        score: Math.min(1, Math.max(0, Number(verdict.score))),
        evidence: verdict.evidence?.map((value) =>
          typeof value === "string" && !this.#recorder.find(scope, value)
            ? toName(value)
            : this.#known(scope, value).ref,
        ),
        reason: cutText(verdict.reason),
        metadata: verdict.metadata,
      });
    });
  }

  /** Ids of where the running code is, for the app's own logs. */
  current():
    | { graph: string; session?: string | undefined; operation?: string | undefined }
    | undefined {
    const scope = this.#scopes.getStore();
    if (scope === undefined) return undefined;
    return { graph: scope.graph, session: scope.session, operation: scope.operation?.id };
  }

  /**
   * Resolves when everything recorded so far is delivered. Rejects with a DeliveryError that counts
   * what was lost since the last flush, or still waits after `timeoutMs`.
   */
  async flush({ timeoutMs = FLUSH_TIMEOUT_MS }: { timeoutMs?: number } = {}): Promise<void> {
    const error = await this.#delivery?.flush(timeoutMs);
    if (error) throw error;
  }

  /** Flushes, and records nothing more. */
  async close(options?: { timeoutMs?: number }): Promise<void> {
    this.#closed = true;
    await this.flush(options);
  }

  #guard<R>(work: () => R): R | undefined {
    if (!this.#delivery || this.#closed) return undefined;
    try {
      return encodingOnce(work);
    } catch (cause) {
      const message = `something could not be recorded: ${cause}`;
      this.#report({ code: "internal", message, count: 1, cause });
      return undefined;
    }
  }

  #traceOf(call: TracedCall): CallTrace {
    return {
      inside: (body) => this.#scopes.run(call.scope, body),
      end: (result) => this.#guard(() => call.end(result)),
      fail: (error) => this.#guard(() => call.fail(error)),
    };
  }

  #scope(): Scope {
    const scope = this.#scopes.getStore();
    if (scope) return scope;
    this.#ownScope ??= this.#openSession({}, undefined);
    return this.#ownScope;
  }

  #openSession(options: SessionOptions, outer: Scope | undefined): Scope {
    const { id, name, category, user, comment, metadata } = options;
    const session = toName(id ?? `session-${this.#newId()}`);
    const graph = outer?.graph ?? toName(session, MAX_GRAPH_ID_CHARS);
    const scope: Scope = { graph, session, operation: undefined };
    this.#send(scope, {
      type: "session",
      name: toName(name),
      category: toName(category),
      user: toName(user),
      comment: cutText(comment),
      metadata,
    });
    return scope;
  }

  #tellGraph(scope: Scope, { user, system, strict, metadata }: GraphOptions): void {
    const event: EventBody = {
      type: "graph",
      user: toName(user),
      system: toName(system),
      strict,
      metadata,
    };
    const told = encode(event);
    if (this.#toldGraphs.get(scope.graph) === told) return;
    if (this.#toldGraphs.size >= 10_000) this.#toldGraphs.clear();
    this.#toldGraphs.set(scope.graph, told);
    this.#send(scope, event);
  }

  #known(scope: Scope, value: unknown): Variable {
    return this.#recorder.find(scope, value) ?? this.#recorder.record(scope, value, {});
  }

  /** Runs the work in the running operation, or in one that is made for it. */
  #inOperation<R>(name: string, category: string | undefined, work: (scope: Scope) => R): R {
    const scope = this.#scope();
    if (scope.operation) return work(scope);
    const { at } = this.#stamp();
    const operation = startOperation(this.#newId(), name, category, new Set());
    this.#send(scope, {
      type: "operation",
      op: operation.id,
      name: operation.name,
      category: operation.category,
      ...{ startedAt: at, endedAt: at, status: "ok" },
    });
    return work({ ...scope, operation });
  }

  #send({ graph, session }: Scope, event: EventBody, stamp: Stamp = this.#stamp()): void {
    const size = event.metadata ? encode(event.metadata).length : 0;
    const cut = { "memtrace:cut": `metadata of ${size} characters left out` };
    const metadata = size > MAX_METADATA_CHARS ? { metadata: cut } : {};
    const placed = { session, ...event, ...metadata, id: this.#newId(), graph, ...stamp };
    this.#delivery?.add(graph, encode(placed));
  }

  #stamp(): Stamp {
    this.#lastAt = Math.max(this.#now(), this.#lastAt);
    return { at: this.#lastAt, seq: ++this.#count };
  }

  /** Made on first use: Workers allow no randomness while a module is loaded. */
  #newId(): string {
    if (this.#client === "") {
      const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
      this.#client = random.toString(36);
    }
    return `${this.#client}-${++this.#count}`;
  }
}

/** What handles are while nothing is traced. */
const NOWHERE = new Variable("", "", "", { name: "" });

const host = globalThis as { process?: { env?: Record<string, string | undefined> } };

function environment(name: string): string | undefined {
  return host.process?.env?.[name];
}

/** The app's function sees the values that its own type promises; whole lists have only a fixed one. */
function describer(
  option:
    | Description
    | ((value: never, index: number) => Description | null | undefined)
    | undefined,
): Describe {
  if (typeof option !== "function") return () => option;
  const describe = option as Describe;
  return (value, index) => (Array.isArray(value) ? undefined : describe(value, index));
}

function shortText(value: unknown): string {
  return cut(value instanceof Variable ? value.text : encode(value), MAX_TEXT_CHARS);
}
