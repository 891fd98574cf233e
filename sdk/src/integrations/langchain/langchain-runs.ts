/** LangChain's runs as scopes of MemTrace. */
import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { keep } from "../../core/keep-latest.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { unlessItFails } from "../../core/try-or-undefined.ts";

/** What a step was called with, as far as it is read. */
export interface RunnableConfig {
  callbacks?: unknown;
  store?: unknown;
}

/** Runs a body as a part of a run. */
type Enter = <R>(body: () => R) => R;

interface Storage {
  run(store: unknown, body: (...args: unknown[]) => unknown, ...args: unknown[]): unknown;
}

const STORAGE = Symbol.for("ls:tracing_async_local_storage");
const CONFIG = Symbol.for("lc:child_config");
/** The latest: one that is broken off tells of no end. */
const runs = new Map<string, Enter>();
const watchers = new Set<(config: RunnableConfig) => void>();
const followed = new WeakSet<object>();

/**
 * Begins a run as a part of the one that called it. What is begun in the run is a part of it, unless
 * the code of the run has begun an operation of its own since: then it is a part of that.
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

/** A run that shows as its parts only. */
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

/** The run that calls what it hands these callbacks. */
export function callerOf(callbacks: unknown): string | undefined {
  const id: unknown = isObject(callbacks) && Reflect.get(callbacks, "_parentRunId");
  return typeof id === "string" ? id : undefined;
}

/**
 * Makes what LangChain runs in a context of its own a part of its run's operation: functions, tools,
 * the nodes of a graph. LangChain tells of a run's begin and end, but the code of an app runs in
 * between, and its operations would otherwise stand beside the run. What is stored in that context
 * stays as it is.
 */
export function followRuns(watcher?: (config: RunnableConfig) => void): void {
  if (watcher) watchers.add(watcher);
  const storage: unknown = Reflect.get(globalThis, STORAGE);
  if (!isObject(storage) || followed.has(storage)) return;
  followed.add(storage);
  const follow = storage as Storage;
  const { run } = follow;
  follow.run = function (store, body, ...args) {
    const caller = unlessItFails(() => {
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
