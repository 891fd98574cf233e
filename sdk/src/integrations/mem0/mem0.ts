/** `@memtrace/sdk/mem0`: traces a `Memory` of the package `mem0ai`. */

import type { MemTrace } from "../../core/client.ts";
import { encode, isObject } from "../../core/encode.ts";
import { keep } from "../../core/keep-latest.ts";
import { type CallTrace, traceFunction } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import type { CallOptions } from "../../record/traced-call.ts";
import type { Variable } from "../../record/variable.ts";
import { ByClient } from "../by-client.ts";
import { replaceMethod } from "../instrument.ts";
import { RunningCalls } from "../running-calls.ts";
import { systemPrompt } from "../system-prompt.ts";

/** The fields that this integration reads from mem0's messages, options, results and rows. */
interface Mem0Fields {
  id?: unknown;
  memory?: unknown;
  data?: unknown;
  text?: unknown;
  type?: unknown;
  content?: unknown;
  score?: unknown;
  index?: unknown;
  new_value?: unknown;
  results?: unknown;
  model?: unknown;
}

type Args = readonly unknown[];

interface Step {
  readonly options: CallOptions;
  readonly inputs: readonly unknown[];
  /** State of the running `add` call that contains this step. */
  readonly adding?: Adding;
  /**
   * Returns the value to record as the operation's result. This function is called with the
   * method's result before the operation ends. So everything that it records belongs to this
   * operation.
   */
  readonly made?: (result: unknown) => unknown;
}

interface Adding {
  readonly messages: readonly Variable[];
  /** The model's answer to the extraction prompt. */
  extracted?: Variable;
}

const INSTRUCTIONS = "mem0-instructions";

const PARTS = ["llm", "vectorStore", "embedder", "reranker"];

type ObservePart = (key: string, part: object) => void;

/**
 * For each memory, the functions that trace its parts, such as the model and the vector store. They
 * are kept because the memory creates some parts later.
 */
const observed = new WeakMap<object, ByClient<ObservePart>>();

/**
 * Traces a `Memory` in place and returns it. Each method call is an operation; `add` contains
 * operations for its model calls and writes. Every memory unit is a variable, named by its id.
 */
export function observeMem0<T extends object>(memtrace: MemTrace, memory: T): T {
  if (!("llm" in memory))
    throw new TypeError("this is not a Memory: for a MemoryClient, use @memtrace/sdk/mem0-client");
  const observers = observed.get(memory) ?? new ByClient<ObservePart>();
  if (!observed.has(memory)) for (const key of PARTS) onReplaced(memory, key, observers);
  observed.set(memory, observers);
  observers.add(memtrace, () => new Observer(memtrace).observe(memory));
  return memory;
}

class Observer {
  readonly #memtrace: MemTrace;
  readonly #adding: RunningCalls<Adding>;
  /** Ids of the units that a `reset` would delete. */
  readonly #ids = new Map<string, true>();

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
    this.#adding = new RunningCalls(memtrace);
  }

  observe(memory: object): ObservePart {
    this.#trace(memory, {
      add: ([messages]) => this.#add([messages].flat()),
      search: ([query, options]) => this.#retrieval("search", this.#known(`${query}`), options),
      get: ([id]) => this.#retrieval("get", this.#memtrace.variable({ memoryId: id })),
      getAll: ([options]) => this.#retrieval("getAll", this.#memtrace.variable(options), options),
      history: ([id]) => {
        const asked = this.#memtrace.variable({ memoryId: id });
        const made = (rows: unknown) => {
          for (const { new_value } of rowsOf(rows))
            if (new_value) this.#memtrace.link(asked, this.#known(textOf(new_value)));
        };
        return { options: { name: "history", category: "retrieval" }, inputs: [asked], made };
      },
      update: ([id, change]) => {
        const { text = change, data = text } = fieldsIn(change);
        const input = typeof data === "string" ? this.#known(data) : id;
        // The result is the unit's latest version. If the update changed only metadata, there is no
        // new version, so the result is the version before the update.
        const made = () => this.#memtrace.find(id);
        return { options: { name: "update", category: "update" }, inputs: [input], made };
      },
      delete: ([id]) => ({ options: { name: "delete", category: "deletion" }, inputs: [id] }),
      deleteAll: (args) => ({
        options: { name: "deleteAll", category: "deletion" },
        inputs: args,
      }),
      reset: () => ({ options: { name: "reset", category: "deletion" }, inputs: [] }),
    });
    const observe: ObservePart = (key, part) => this.#observePart(key, part);
    for (const key of PARTS) {
      const part: unknown = Reflect.get(memory, key);
      if (isObject(part)) observe(key, part);
    }
    return observe;
  }

  #observePart(key: string, part: object): void {
    const watch = (name: string, end: (args: Args) => void, fail?: typeof refused) =>
      this.#watch(part, name, end, fail);
    // Do not record a successful embedding: vectors do not help to find a lost fact. If the
    // embedder fails, record the text that the store then lacks.
    const refused = ([texts]: Args, error: unknown) =>
      this.#memtrace.begin({ name: "embed", category: "embedding" }, [texts])?.fail(error);
    if (key === "llm")
      this.#trace(part, { generateResponse: ([messages]) => this.#question(part, messages) });
    else if (key === "reranker")
      this.#trace(part, { rerank: ([query, documents]) => this.#ranking(query, documents) });
    else if (key === "embedder")
      for (const name of ["embed", "embedBatch"]) watch(name, () => undefined, refused);
    else {
      this.#trace(part, { insert: ([, ids, payloads]) => this.#insert(ids, payloads) });
      watch("update", ([id, , payload]) => this.#changed(id, fieldsIn(payload).data));
      watch("delete", ([id]) => this.#deleted(id));
      watch("deleteCol", () => {
        for (const id of this.#ids.keys()) this.#deleted(id);
      });
    }
  }

  #add(given: readonly unknown[]): Step {
    const messages = given.map((message) => this.#known(textOf(message), "message"));
    return {
      options: { name: "add", category: "extraction" },
      inputs: messages,
      adding: { messages },
    };
  }

  /** Describes a model call. During `add`, the call extracts facts from the messages. */
  #question(llm: object, messages: unknown): Step {
    const adding = this.#adding.running;
    const texts = [messages].flat().map(textOf);
    const prompt = this.#memtrace.variable(texts.pop(), { category: "prompt" });
    if (adding) this.#memtrace.link(adding.messages, prompt);
    const [name, category] = adding ? ["extract", "extraction"] : ["generate", "generation"];
    return {
      options: { name, category, metadata: { model: fieldsIn(llm).model } },
      inputs: [...texts.map((text) => systemPrompt(this.#memtrace, text, INSTRUCTIONS)), prompt],
      made: (answer) => {
        const response = this.#memtrace.variable(textOf(answer), { category: "llm_response" });
        if (adding) adding.extracted = response;
        return response;
      },
    };
  }

  #insert(ids: unknown, payloads: unknown): Step {
    const { extracted, messages = [] } = this.#adding.running ?? {};
    const units = rowsOf(payloads).map(({ data }, at) => ({ id: Object(ids)[at], data }));
    const stored = messages.filter(({ text }) => units.some(({ data }) => data === text));
    const sources = extracted ? [extracted] : stored.length > 0 ? stored : messages;
    return {
      options: { name: "insert", category: "extraction" },
      inputs: sources,
      made: () => {
        for (const { id, data } of units) this.#memtrace.link(sources, this.#unit(id, data));
      },
    };
  }

  #retrieval(name: string, asked: Variable, options?: unknown): Step {
    return {
      options: {
        name,
        category: "retrieval",
        metadata: isObject(options) ? { options } : undefined,
      },
      inputs: [asked],
      made: (result) => {
        for (const { id, memory, score } of rowsOf(result)) {
          const comment = typeof score === "number" ? { comment: `score ${score.toFixed(3)}` } : {};
          this.#memtrace.link(asked, this.#unit(id, memory), comment);
        }
      },
    };
  }

  #ranking(query: unknown, documents: unknown): Step {
    const texts = [documents].flat().map(textOf);
    return {
      options: { name: "rerank", category: "retrieval" },
      inputs: [textOf(query), ...texts].map((text) => this.#known(text)),
      made: (ranked) => rowsOf(ranked).map(({ index }) => texts[Number(index)]),
    };
  }

  #changed(id: unknown, text: unknown): void {
    const before = this.#memtrace.find(id);
    const said = this.#memtrace.find(text);
    if (!before || before.name !== id) this.#unit(id, text);
    else if (before.text !== text)
      this.#memtrace.mutate(before, text, { inputs: said ? [said] : [] });
  }

  #deleted(id: unknown): void {
    this.#ids.delete(`${id}`);
    const unit = this.#memtrace.find(id);
    if (unit) this.#memtrace.delete(unit);
  }

  #unit(id: unknown, text: unknown): Variable {
    keep(this.#ids, `${id}`, true);
    return this.#memtrace.variable(text, { name: `${id}`, category: "memory_entry" });
  }

  #known(text: string, category?: string): Variable {
    return this.#memtrace.find(text) ?? this.#memtrace.variable(text, { category });
  }

  #trace(object: object, steps: Readonly<Record<string, (args: Args) => Step>>): void {
    for (const [name, step] of Object.entries(steps))
      this.#around(object, name, (args) =>
        this.#memtrace.enabled ? this.#begin(step(args)) : undefined,
      );
  }

  /** Records a method's effect in the running operation, without starting another operation. */
  #watch(
    object: object,
    name: string,
    end: (args: Args) => void,
    fail: (args: Args, error: unknown) => void = () => undefined,
  ): void {
    this.#around(object, name, (args) => ({
      inside: (body) => body(),
      end: () => tryOrUndefined(() => end(args)),
      fail: (error) => tryOrUndefined(() => fail(args, error)),
    }));
  }

  #around(object: object, name: string, begin: (args: Args) => CallTrace | undefined): void {
    if (typeof Reflect.get(object, name) !== "function") return;
    replaceMethod(this.#memtrace, object, name, (method) =>
      traceFunction(method, (args) => tryOrUndefined(() => begin(args))),
    );
  }

  #begin({ options, inputs, adding, made }: Step): CallTrace | undefined {
    const call = this.#memtrace.begin(options, inputs);
    if (!call) return undefined;
    const end = (result: unknown) =>
      call.end(made && call.inside(() => tryOrUndefined(() => made(result))));
    const step = { ...call, end };
    return adding ? this.#adding.follow(step, adding) : step;
  }
}

/**
 * Traces a part of the memory, such as its store, as soon as it exists. The memory creates its
 * store at the first call, and `reset` replaces parts by new ones.
 */
function onReplaced(object: object, key: string, observers: ByClient<ObservePart>): void {
  let part: unknown = Reflect.get(object, key);
  const set = (next: unknown) => {
    part = next;
    if (isObject(next)) for (const observe of observers.of(false)) observe(key, next);
  };
  const accessors = { get: () => part, set, configurable: true, enumerable: true };
  Object.defineProperty(object, key, accessors);
}

function fieldsIn(value: unknown): Mem0Fields {
  return Object(value);
}

function rowsOf(result: unknown): Mem0Fields[] {
  const { results = result } = fieldsIn(result);
  return (Array.isArray(results) ? results : isObject(results) ? [results] : []).map(fieldsIn);
}

/** Returns the text of a message or an answer. A picture becomes its type in brackets. */
function textOf(message: unknown): string {
  const { content = message } = fieldsIn(message);
  const parts = [content].flat().map((part) => {
    const { type, text = type && `[${type}]` } = fieldsIn(part);
    return encode(text ?? part);
  });
  return parts.join("\n");
}
