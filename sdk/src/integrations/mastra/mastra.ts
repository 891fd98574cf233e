/** `@memtrace/sdk/mastra`: traces the memory of Mastra and the agents that use it. */

import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { type AnyFunction, type CallTrace, traceFunction } from "../../core/trace-function.ts";
import { unlessItFails } from "../../core/try-or-undefined.ts";
import { CallsUnderWay } from "../calls-under-way.ts";
import { type ClientMethods, traceMethods } from "../client-methods.ts";
import { replaceMethod } from "../instrument.ts";
import { said, Told } from "../memory-record.ts";
import { storeMethods, textOf } from "./mastra-store.ts";

interface Streaming {
  text: PromiseLike<string>;
  _waitUntilFinished?: () => Promise<void>;
}

/**
 * Traces a Memory, or an Agent with its memory, in place: reads and writes of the memory's storage,
 * and runs of the agent. Messages are named by their ids, working memory by its owner.
 */
export function observeMastra<T extends object>(memtrace: MemTrace, observed: T): T {
  if (!("getMemory" in observed)) {
    observeMemory(memtrace, observed);
    return observed;
  }
  const see = (memory: unknown) => void (isObject(memory) && observeMemory(memtrace, memory));
  replaceMethod(memtrace, observed, "getMemory", (get) => followed(get, see), false);
  return traceMethods(memtrace, observed, AGENT);
}

const run = {
  category: "generation",
  input: (messages: unknown) => [messages].flat().map((message) => said(textOf(message))),
  // Its own category keeps it apart from the last step's text and from the stored message.
  output: ({ text, object }: { text?: string; object?: unknown }) =>
    new Told(text || object, { category: "answer" }),
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

/** Running calls per client. Inner calls of memory and storage belong to them. */
const underWay = new WeakMap<MemTrace, CallsUnderWay>();

function observeMemory(memtrace: MemTrace, memory: object): void {
  const calls = underWay.get(memtrace) ?? new CallsUnderWay(memtrace);
  underWay.set(memtrace, calls);
  const methods = storeMethods();
  const observeParts = () => {
    const { recall, "vector.query": search } = methods;
    traceMethods(memtrace, memory, { recall, "vector.query": search }, calls);
    // The getter throws until storage is set.
    const storage = unlessItFails((): unknown => Reflect.get(memory, "storage"));
    if (!isObject(storage)) return;
    const trace = (domain: object) => traceMethods(memtrace, domain, methods, calls);
    // The app gets the store's memory domain from `getStore`, so trace it there.
    const see = (domain: unknown, asked: unknown) =>
      void (asked === "memory" && isObject(domain) && trace(domain));
    replaceMethod(memtrace, storage, "getStore", (get) => followed(get, see), false);
  };
  observeParts();
  for (const setter of ["setStorage", "setVector"])
    replaceMethod(memtrace, memory, setter, (set) => followed(set, observeParts), false);
}

/** Calls `see` with the result before the app gets it. */
function followed(method: AnyFunction, see: (given: unknown, asked: unknown) => void): AnyFunction {
  return traceFunction(method, ([asked]) => ({
    inside: (body) => body(),
    end: (given) => unlessItFails(() => see(given, asked)),
    fail: () => undefined,
  }));
}
