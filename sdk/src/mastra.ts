/** `@memtrace/sdk/mastra`: traces the memory of Mastra, and the agents that use it. */
import { CallsUnderWay } from "./calls-under-way.ts";
import type { MemTrace } from "./client.ts";
import { type ClientMethods, traceMethods } from "./client-methods.ts";
import { isObject } from "./encode.ts";
import { replaceMethod } from "./instrument.ts";
import { storeMethods, textOf } from "./mastra-store.ts";
import { said, Told } from "./told.ts";
import type { AnyFunction, CallTrace } from "./trace-function.ts";

export { mastraExporter } from "./mastra-exporter.ts";

interface Streaming {
  text: PromiseLike<string>;
  _waitUntilFinished?: () => Promise<void>;
}

/**
 * Traces a Memory or an Agent with its memory, in place: what the memory's storage is given and
 * gives, and an agent's runs. Messages are called by their ids, working memory by its owner.
 */
export function observeMastra<T extends object>(memtrace: MemTrace, observed: T): T {
  if (!("getMemory" in observed)) {
    observeMemory(memtrace, observed);
    return observed;
  }
  replaceMethod(
    observed,
    "getMemory",
    (original) =>
      async function getMemory(this: unknown, ...args: unknown[]) {
        const memory: unknown = await Reflect.apply(original, this, args);
        if (isObject(memory)) observeMemory(memtrace, memory);
        return memory;
      } as AnyFunction,
  );
  return traceMethods(memtrace, observed, AGENT);
}

const run = {
  category: "generation",
  input: (messages: unknown) => [messages].flat().map((message) => said(textOf(message))),
  // Told apart from what the model said in its last step, and from the row that was stored of it.
  output: ({ text, object }: { text?: string; object?: unknown }) =>
    new Told(text || object, { category: "answer" }),
};

const AGENT: ClientMethods = {
  generate: run,
  stream: {
    ...run,
    settle: (output: Streaming, call: CallTrace) => {
      // Asking for its text before would start to read the stream.
      output
        ._waitUntilFinished?.()
        .then(() => output.text)
        .then((text) => call.end({ text }), call.fail);
    },
  },
};

/** The calls of memories and their stores that are under way: what they call is a part of them. */
const underWay = new WeakMap<MemTrace, CallsUnderWay>();

function observeMemory(memtrace: MemTrace, memory: object): void {
  const calls = underWay.get(memtrace) ?? new CallsUnderWay(memtrace);
  underWay.set(memtrace, calls);
  const methods = storeMethods();
  const observeParts = () => {
    const { recall, "vector.query": search } = methods;
    traceMethods(memtrace, memory, { recall, "vector.query": search }, calls);
    const storage = storageOf(memory);
    if (!storage) return;
    replaceMethod(storage, "getStore", (original) =>
      traceDomain((domain) => traceMethods(memtrace, domain, methods, calls), original),
    );
  };
  observeParts();
  for (const setter of ["setStorage", "setVector"])
    replaceMethod(
      memory,
      setter,
      (original) =>
        function set(this: unknown, ...args: unknown[]) {
          Reflect.apply(original, this, args);
          observeParts();
        },
    );
}

/** Until it is set, asking for it throws. */
function storageOf(memory: object): object | undefined {
  try {
    const storage: unknown = Reflect.get(memory, "storage");
    return isObject(storage) ? storage : undefined;
  } catch {
    return undefined;
  }
}

/** The store's domain of memories is traced when it is first asked for. */
function traceDomain(trace: (domain: object) => void, original: AnyFunction): AnyFunction {
  return async function getStore(this: unknown, ...args: unknown[]) {
    const domain: unknown = await Reflect.apply(original, this, args);
    if (args[0] === "memory" && isObject(domain)) trace(domain);
    return domain;
  } as AnyFunction;
}
