/** `@memtrace/sdk/mem0`: traces a memory of `mem0ai`. */
import { CallsUnderWay } from "./calls-under-way.ts";
import type { MemTrace } from "./client.ts";
import { traceMethods } from "./client-methods.ts";
import { encode, isObject } from "./encode.ts";
import { replaceMethod } from "./instrument.ts";
import { keep } from "./keep.ts";
import { HOSTED } from "./mem0-client.ts";
import { standing } from "./standing.ts";
import { type CallTrace, traceFunction } from "./trace-function.ts";
import type { CallOptions } from "./traced-call.ts";
import { unlessItFails } from "./unless-it-fails.ts";
import type { Variable } from "./variable.ts";

/** What of the library's messages, options, results and rows is read. */
interface Said {
  id?: unknown;
  memory?: unknown;
  data?: unknown;
  text?: unknown;
  type?: unknown;
  content?: unknown;
  score?: unknown;
  results?: unknown;
  model?: unknown;
}

type Args = readonly unknown[];

/** A call as an operation. */
interface Step {
  readonly options: CallOptions;
  readonly inputs: readonly unknown[];
  /** What is known of it while it is under way, of an `add`. */
  readonly adding?: Adding;
  /** Records what came of it, inside the operation; what it gives is the operation's result. */
  readonly made?: (result: unknown) => unknown;
}

/** An `add` that is under way. */
interface Adding {
  readonly messages: readonly Variable[];
  /** What its model made of them. */
  extracted?: Variable;
}

const INSTRUCTIONS = "mem0-instructions";

const observed = new WeakSet<object>();

/**
 * Traces a `Memory` in place, or the `MemoryClient` of the hosted service: its methods are
 * operations, what `add` asks its model and puts into its store are operations inside it, and every
 * memory unit is a variable with the unit's id as its name. Gives the memory back.
 */
export function observeMem0<T extends object>(memtrace: MemTrace, memory: T): T {
  if (!("llm" in memory)) return traceMethods(memtrace, memory, HOSTED);
  if (!observed.has(memory)) new Observer(memtrace).observe(memory);
  observed.add(memory);
  return memory;
}

class Observer {
  readonly #memtrace: MemTrace;
  readonly #adding: CallsUnderWay<Adding>;
  /** Ids of the units that a `reset` can be said to have deleted. */
  readonly #ids = new Map<string, true>();

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
    this.#adding = new CallsUnderWay(memtrace);
  }

  observe(memory: object): void {
    this.#trace(memory, {
      add: ([messages]) => this.#add([messages].flat()),
      search: ([query, options]) => this.#retrieval("search", this.#known(`${query}`), options),
      get: ([id]) => this.#retrieval("get", this.#memtrace.variable({ memoryId: id })),
      getAll: ([options]) => this.#retrieval("getAll", this.#memtrace.variable(options), options),
      update: ([id, change]) => {
        const { text = change, data = text } = said(change);
        const input = typeof data === "string" ? this.#known(data) : id;
        // A change of the metadata alone leaves the unit as it is.
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
    // `reset` makes new parts, and the store is there only after the first call.
    whenSet(memory, "llm", (llm) =>
      this.#trace(llm, { generateResponse: ([messages]) => this.#question(llm, messages) }),
    );
    whenSet(memory, "vectorStore", (store) => {
      this.#trace(store, { insert: ([, ids, payloads]) => this.#insert(ids, payloads) });
      watch(store, "update", ([id, , payload]) => this.#changed(id, said(payload).data));
      watch(store, "delete", ([id]) => this.#deleted(id));
      watch(store, "deleteCol", () => {
        for (const id of this.#ids.keys()) this.#deleted(id);
      });
    });
    // Numbers tell nothing of what is lost; texts that were refused do.
    const refused = ([texts]: Args, error: unknown) =>
      this.#memtrace.begin({ name: "embed", category: "embedding" }, [texts])?.fail(error);
    whenSet(memory, "embedder", (embedder) => {
      for (const name of ["embed", "embedBatch"]) watch(embedder, name, () => undefined, refused);
    });
  }

  #add(given: readonly unknown[]): Step {
    const messages = given.map((message) => this.#known(textOf(message), "message"));
    return {
      options: { name: "add", category: "extraction" },
      inputs: messages,
      adding: { messages },
    };
  }

  /** What the model is asked; in an `add`, to make something of the messages. */
  #question(llm: object, messages: unknown): Step {
    const adding = this.#adding.running;
    const texts = [messages].flat().map(textOf);
    const prompt = this.#memtrace.variable(texts.pop(), { category: "prompt" });
    if (adding) this.#memtrace.link(adding.messages, prompt);
    const [name, category] = adding ? ["extract", "extraction"] : ["generate", "generation"];
    return {
      options: { name, category, metadata: { model: said(llm).model } },
      inputs: [...texts.map((text) => standing(this.#memtrace, text, INSTRUCTIONS)), prompt],
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

  /** Makes operations of methods. */
  #trace(object: object, steps: Readonly<Record<string, (args: Args) => Step>>): void {
    for (const [name, step] of Object.entries(steps))
      around(object, name, (args) =>
        this.#memtrace.enabled ? this.#begin(step(args)) : undefined,
      );
  }

  #begin({ options, inputs, adding, made }: Step): CallTrace | undefined {
    const call = this.#memtrace.begin(options, inputs);
    if (!call) return undefined;
    const end = (result: unknown) =>
      call.end(made && call.inside(() => unlessItFails(() => made(result))));
    const step = { ...call, end };
    return adding ? this.#adding.follow(step, adding) : step;
  }
}

/** Tells of what a method did, which is a part of the running operation. */
function watch(
  object: object,
  name: string,
  end: (args: Args) => void,
  fail: (args: Args, error: unknown) => void = () => undefined,
): void {
  around(object, name, (args) => ({
    inside: (body) => body(),
    end: () => unlessItFails(() => end(args)),
    fail: (error) => unlessItFails(() => fail(args, error)),
  }));
}

function around(object: object, name: string, begin: (args: Args) => CallTrace | undefined): void {
  if (typeof Reflect.get(object, name) !== "function") return;
  replaceMethod(object, name, (method) =>
    traceFunction(method, (args) => unlessItFails(() => begin(args))),
  );
}

/** Calls `see` with a part that the object has now, and with each that is put in its place. */
function whenSet(object: object, key: string, see: (part: object) => void): void {
  let part: unknown;
  const set = (next: unknown) => {
    part = next;
    if (isObject(next)) see(next);
  };
  set(Reflect.get(object, key));
  const accessors = { get: () => part, set, configurable: true, enumerable: true };
  Object.defineProperty(object, key, accessors);
}

function said(value: unknown): Said {
  return Object(value);
}

function rowsOf(result: unknown): Said[] {
  const { results = result } = said(result);
  return (Array.isArray(results) ? results : isObject(results) ? [results] : []).map(said);
}

/** What a message or an answer says; of pictures, that there is one. */
function textOf(message: unknown): string {
  const { content = message } = said(message);
  const parts = [content].flat().map((part) => {
    const { type, text = type && `[${type}]` } = said(part);
    return encode(text ?? part);
  });
  return parts.join("\n");
}
