/**
 * `@memtrace/sdk/langgraph`: traces the calls of a LangGraph store. Nodes of a LangGraph graph can
 * make these calls, and so can the app itself.
 */

import type { MemTrace } from "../../core/client.ts";
import { isObject, isPlainObject } from "../../core/encode.ts";
import { type CallTrace, traceFunction } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import type { Description } from "../../record/variable.ts";
import { ByClient } from "../by-client.ts";
import { replaceMethod } from "../instrument.ts";
import { followRuns, type RunnableConfig } from "../langchain/langchain-runs.ts";
import { writeUnit } from "../memory-units.ts";
import { type StoreCall, StoreCalls } from "../store-calls.ts";

/** An operation of a batch call. The fields that are present determine its kind. */
interface StoreOperation {
  namespace?: readonly string[];
  key?: string;
  value?: unknown;
  namespacePrefix?: readonly string[];
  query?: unknown;
}

interface Item {
  namespace: readonly string[];
  key: string;
  value: unknown;
}

/**
 * While a graph runs, LangGraph gives its nodes a queue in place of the store. The nodes call the
 * queue, and the queue calls the store. For each store, this map has the functions that trace such
 * a queue.
 */
const stores = new WeakMap<object, ByClient<(queue: object) => void>>();

/**
 * Traces the store in place: single calls, batches, and calls that graph nodes put into a queue.
 * Each item is a memory unit. Its name consists of its namespace and key.
 */
export function observeStore<T extends object>(memtrace: MemTrace, store: T): T {
  const own = new StoreCalls(memtrace);
  const queued = new WeakSet<object>();
  const begin = (operation: unknown) =>
    tryOrUndefined(() => own.begin(callOf(memtrace, Object(operation))));
  const alone = (read: (args: readonly unknown[]) => object) => (args: readonly unknown[]) =>
    callOf(memtrace, read(args));
  own.trace(store, {
    get: alone(([namespace, key]) => ({ namespace, key })),
    search: alone(([namespacePrefix, options]) => ({ namespacePrefix, ...Object(options) })),
    put: alone(([namespace, key, value]) => ({ namespace, key, value })),
    delete: alone(([namespace, key]) => ({ namespace, key, value: null })),
    listNamespaces: alone(([options]) => ({ ...Object(options) })),
  });
  replaceMethod(memtrace, store, "batch", (method) =>
    traceFunction(method, ([operations]): CallTrace | undefined => {
      if (own.isInside || !Array.isArray(operations)) return undefined;
      const calls = operations.map((each) => (queued.has(each) ? undefined : begin(each)));
      return {
        inside: (body) => body(),
        end: (results) => {
          for (const [index, call] of calls.entries()) call?.end(Object(results)[index]);
        },
        fail: (error) => {
          for (const call of calls) call?.fail(error);
        },
      };
    }),
  );
  const queues = stores.get(store) ?? new ByClient();
  stores.set(store, queues);
  queues.add(memtrace, () => (queue) => {
    replaceMethod(memtrace, queue, "enqueueOperation", (method) =>
      traceFunction(method, ([operation]) => {
        const call = begin(operation);
        if (call) queued.add(operation as object);
        return call;
      }),
    );
  });
  followRuns(watchQueue);
  return store;
}

/**
 * A LangGraph node does not call the store directly: it adds its operation to a queue. The queue
 * calls the store later, in another async context, where the node is unknown. So this function
 * traces the node's calls to the queue.
 */
function watchQueue({ store: queue }: RunnableConfig): void {
  if (!isObject(queue) || typeof Reflect.get(queue, "enqueueOperation") !== "function") return;
  const store: unknown = Reflect.get(queue, "store");
  if (isObject(store)) for (const watch of stores.get(store)?.of(false) ?? []) watch(queue);
}

function callOf(memtrace: MemTrace, operation: StoreOperation): StoreCall {
  const { namespace = [], key, value, query, ...settings } = operation;
  const retrieval = { category: "retrieval", output: described };
  if (operation.namespacePrefix) {
    const asked = typeof query === "string" && query !== "" ? query : settings;
    return { options: { name: "search", metadata: settings, ...retrieval }, inputs: [asked] };
  }
  if (key === undefined) return { options: { name: "listNamespaces" }, inputs: [settings] };
  const name = nameOf(namespace, key);
  if (!("value" in operation))
    return { options: { name: "get", ...retrieval }, inputs: [{ namespace, key }] };
  if (value === null) {
    const made = () => memtrace.delete(name);
    return { options: { name: "delete", category: "deletion" }, inputs: [], made };
  }
  const made = () => writeUnit(memtrace, name, shown(value));
  return { options: { name: "put", category: "update" }, inputs: [value], made };
}

function described(item: Item | null): Description | null {
  if (!item) return null;
  const { namespace, key, value } = item;
  return { name: nameOf(namespace, key), value: shown(value), category: "memory_entry" };
}

function nameOf(namespace: readonly string[], key: string): string {
  return `${namespace.join(".")}/${key}`;
}

/** Returns the text of an item with only one text. Returns any other item whole. */
function shown(value: unknown): unknown {
  const parts = isPlainObject(value) ? Object.values(value) : [];
  return parts.length === 1 && typeof parts[0] === "string" ? parts[0] : value;
}
