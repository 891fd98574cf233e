import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { keep } from "../../core/keep-latest.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";

/** The fields that this integration reads from a step's configuration. */
export interface RunnableConfig {
  callbacks?: unknown;
  store?: unknown;
}

/** Runs a body inside a run's operation. */
type Enter = <R>(body: () => R) => R;

interface Storage {
  run(store: unknown, body: (...args: unknown[]) => unknown, ...args: unknown[]): unknown;
}

const STORAGE = Symbol.for("ls:tracing_async_local_storage");
const CONFIG = Symbol.for("lc:child_config");
/**
 * Run id → function that runs a body inside the run. `keep` limits the entries, because an aborted
 * run never reports its end.
 */
const runs = new Map<string, Enter>();
const watchers = new Set<(config: RunnableConfig) => void>();
const followed = new WeakSet<object>();

/**
 * Begins a run inside the operation of its caller. Afterwards, `insideRun` records each step of the
 * run inside the run's operation. But the app's code can begin an operation of its own inside the
 * run. While this operation runs, the steps are recorded inside it.
 */
export function beginRun(
  memtrace: MemTrace,
  id: string,
  parent: string | undefined,
  begin: () => CallTrace | undefined,
): CallTrace | undefined {
  const running = () => memtrace.current()?.operation;
  const begunIn = running();
  const call = insideRun(parent, begin);
  if (!call) return passRun(id, parent);
  keep(runs, id, (body) => (running() === begunIn ? call.inside(body) : body()));
  return call;
}

/**
 * Begins a run that is not recorded as an operation. The runs inside it are recorded inside the
 * operation of `parent`, which is the run that called it.
 */
export function passRun(id: string, parent: string | undefined): undefined {
  const enter = runs.get(parent ?? "");
  if (enter) keep(runs, id, enter);
}

export function endRun(id: string): void {
  runs.delete(id);
}

export function insideRun<R>(id: string | undefined, body: () => R): R {
  const enter = runs.get(id ?? "");
  return enter ? enter(body) : body();
}

/** Returns the id of the run that these callbacks belong to. */
export function callerOf(callbacks: unknown): string | undefined {
  const id: unknown = isObject(callbacks) && Reflect.get(callbacks, "_parentRunId");
  return typeof id === "string" ? id : undefined;
}

/**
 * LangChain tells its callbacks that a run begins or ends, but it does not let them wrap the run's
 * code. So an operation that the app starts inside a function, tool or graph node would not be
 * inside the run's operation. This function therefore wraps LangChain's async storage. It does not
 * change what LangChain stores there.
 */
export function followRuns(watcher?: (config: RunnableConfig) => void): void {
  if (watcher) watchers.add(watcher);
  const storage: unknown = Reflect.get(globalThis, STORAGE);
  if (!isObject(storage) || followed.has(storage)) return;
  followed.add(storage);
  const follow = storage as Storage;
  const { run } = follow;
  follow.run = function (store, body, ...args) {
    const caller = tryOrUndefined(() => {
      const config = configOf(store);
      for (const watch of watchers) watch(config);
      return callerOf(config.callbacks);
    });
    return run.call(this, store, (...given) => insideRun(caller, () => body(...given)), ...args);
  };
}

function configOf(store: unknown): RunnableConfig {
  const extra: unknown = isObject(store) && Reflect.get(store, "extra");
  const config: unknown = isObject(extra) && Reflect.get(extra, CONFIG);
  return isObject(config) ? config : {};
}
