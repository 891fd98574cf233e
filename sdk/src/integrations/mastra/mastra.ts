/** `@memtrace/sdk/mastra`: traces Mastra's memory and the agents that use it. */

import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { type AnyFunction, type CallTrace, traceFunction } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import { type ClientMethods, traceMethods } from "../client-methods.ts";
import { replaceMethod } from "../instrument.ts";
import { MemoryRecord, messageRecord } from "../memory-record.ts";
import { RunningCalls } from "../running-calls.ts";
import { messageText, storeMethods } from "./mastra-store.ts";

interface Streaming {
  text: PromiseLike<string>;
  _waitUntilFinished?: () => Promise<void>;
}

/**
 * Traces a Memory, or an Agent with its memory, in place: reads and writes of the storage, and the
 * agent's runs. A message is named by its id, working memory by its owner.
 */
export function observeMastra<T extends object>(memtrace: MemTrace, observed: T): T {
  if (!("getMemory" in observed)) {
    observeMemory(memtrace, observed);
    return observed;
  }
  const observe = (memory: unknown) => void (isObject(memory) && observeMemory(memtrace, memory));
  replaceMethod(memtrace, observed, "getMemory", (get) => afterCall(get, observe), false);
  return traceMethods(memtrace, observed, AGENT);
}

const run = {
  category: "generation",
  input: (messages: unknown) =>
    [messages].flat().map((message) => messageRecord(messageText(message))),
  // The last step's output and the stored message have the same text as the answer. The category
  // `answer` makes the answer a separate variable.
  output: ({ text, object }: { text?: string; object?: unknown }) =>
    new MemoryRecord(text || object, { category: "answer" }),
};

const AGENT: ClientMethods = {
  generate: run,
  stream: {
    ...run,
    settle: (output: Streaming, call: CallTrace) => {
      // Reading `text` before the stream has finished would start the stream.
      output
        ._waitUntilFinished?.()
        .then(() => output.text)
        .then((text) => call.end({ text }), call.fail);
    },
  },
};

/**
 * The running calls of each client. If the memory calls its storage inside a running call, this
 * inner call gets no operation of its own.
 */
const runningCalls = new WeakMap<MemTrace, RunningCalls>();

function observeMemory(memtrace: MemTrace, memory: object): void {
  const calls = runningCalls.get(memtrace) ?? new RunningCalls(memtrace);
  runningCalls.set(memtrace, calls);
  const methods = storeMethods();
  const observeParts = () => {
    const { recall, "vector.query": search } = methods;
    traceMethods(memtrace, memory, { recall, "vector.query": search }, calls);
    // Mastra's getter throws until the app has set a storage.
    const storage = tryOrUndefined((): unknown => Reflect.get(memory, "storage"));
    if (!isObject(storage)) return;
    const trace = (domain: object) => traceMethods(memtrace, domain, methods, calls);
    // Trace the memory domain before `getStore` returns it to the app.
    const observe = (domain: unknown, asked: unknown) =>
      void (asked === "memory" && isObject(domain) && trace(domain));
    replaceMethod(memtrace, storage, "getStore", (get) => afterCall(get, observe), false);
  };
  observeParts();
  for (const setter of ["setStorage", "setVector"])
    replaceMethod(memtrace, memory, setter, (set) => afterCall(set, observeParts), false);
}

/** Calls `observe` with the result before the app gets the result. */
function afterCall(
  method: AnyFunction,
  observe: (given: unknown, asked: unknown) => void,
): AnyFunction {
  return traceFunction(method, ([asked]) => ({
    inside: (body) => body(),
    end: (given) => tryOrUndefined(() => observe(given, asked)),
    fail: () => undefined,
  }));
}
