/** `@memtrace/sdk/langchain`: traces what LangChain runs, its vector stores and chat histories. */
import type { MemTrace } from "./client.ts";
import { isObject } from "./encode.ts";
import {
  beginRun,
  callerOf,
  endRun,
  followRuns,
  insideRun,
  keep,
  passRun,
} from "./langchain-runs.ts";
import { answersOf, foremost, isDocument, latest, partsOf, unitOf } from "./langchain-values.ts";
import { cleaned } from "./name.ts";
import { OwnCalls, type StoreCall, storeText, unlessItFails } from "./own-calls.ts";
import type { CallTrace } from "./trace-function.ts";
import type { Description, Variable } from "./variable.ts";

/** What only arranges other steps shows as these. */
const ARRANGES = /^Runnable(?!Lambda)/;
const HIDDEN = "langsmith:hidden";
const RETRIEVAL = "retrieval";
const DELETION = "deletion";
const MESSAGE: Description = { category: "message" };

/** What comes from outside is what somebody said. */
const OUTERMOST: Step = { input: MESSAGE };

interface Run {
  readonly call: CallTrace;
  readonly given: readonly unknown[];
}

interface Step {
  readonly category?: string;
  readonly input?: Description;
  readonly output?: Description;
}

/**
 * What goes among the `callbacks` of a LangChain call: every model, retriever, tool and chain that
 * runs in it becomes an operation, inside the one that called it.
 */
export class MemTraceHandler {
  readonly name = "memtrace";
  /** A step begins before it runs, and in its own context: LangChain is to wait for these methods. */
  readonly awaitHandlers = true;
  readonly #memtrace: MemTrace;
  readonly #runs = new Map<string, Run>();
  /** Steps of a stream, whose input is told at their end. Until then they show as their parts. */
  readonly #deferred = new Map<string, { own: string; parent: string | undefined }>();

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
    followRuns();
  }

  /** The same handler: its runs may go on under another manager. */
  copy(): this {
    return this;
  }

  handleChainStart(
    chain: unknown,
    inputs: unknown,
    id: string,
    parent?: string,
    tags?: string[],
    _metadata?: unknown,
    _type?: string,
    name?: string,
    extra?: { lc_defers_inputs?: unknown },
  ): void {
    const own = name ?? nameOf(chain);
    const isPlumbing = ARRANGES.test(own) && (parent ?? this.#memtrace.current()?.operation);
    const isShown = !isPlumbing && !tags?.includes(HIDDEN);
    const isDeferred = extra?.lc_defers_inputs;
    if (isShown && isDeferred) keep(this.#deferred, id, { own, parent });
    if (isShown && !isDeferred) this.#begin(id, parent, own, inputs, parent ? {} : OUTERMOST);
    else passRun(id, parent);
  }

  handleChatModelStart(
    model: unknown,
    messages: unknown,
    id: string,
    parent?: string,
    _extra?: unknown,
    _tags?: unknown,
    _metadata?: unknown,
    name?: string,
  ): void {
    this.#begin(id, parent, name ?? nameOf(model), messages, {
      category: "generation",
      input: { category: "prompt" },
      output: { category: "llm_response" },
    });
  }

  handleLLMStart(...args: Parameters<MemTraceHandler["handleChatModelStart"]>): void {
    this.handleChatModelStart(...args);
  }

  handleRetrieverStart(
    retriever: unknown,
    query: string,
    id: string,
    parent?: string,
    _tags?: unknown,
    _metadata?: unknown,
    name?: string,
  ): void {
    this.#begin(id, parent, name ?? nameOf(retriever), query, { category: RETRIEVAL });
  }

  handleToolStart(
    tool: unknown,
    input: string,
    id: string,
    parent?: string,
    _tags?: unknown,
    _metadata?: unknown,
    name?: string,
  ): void {
    // A tool that takes several values, or one by its name, is given them as JSON.
    const given = unlessItFails((): unknown => JSON.parse(input)) ?? input;
    this.#begin(id, parent, name ?? nameOf(tool), isObject(given) ? given : input);
  }

  handleChainEnd(
    outputs: unknown,
    id: string,
    _parent?: unknown,
    _tags?: unknown,
    late?: { inputs?: unknown },
  ): void {
    const deferred = this.#deferred.get(id);
    this.#deferred.delete(id);
    if (deferred) this.#begin(id, deferred.parent, deferred.own, late?.inputs);
    this.#end(id, outputs, partsOf, Boolean(deferred));
  }
  handleLLMEnd(result: unknown, id: string): void {
    this.#end(id, result, answersOf);
  }
  handleRetrieverEnd(documents: unknown, id: string): void {
    this.#end(id, documents);
  }
  handleToolEnd(output: unknown, id: string): void {
    this.#end(id, output);
  }

  handleChainError(error: unknown, id: string): void {
    this.#deferred.delete(id);
    this.#finish(id)?.call.fail(error);
  }
  handleLLMError(error: unknown, id: string): void {
    this.handleChainError(error, id);
  }
  handleRetrieverError(error: unknown, id: string): void {
    this.handleChainError(error, id);
  }
  handleToolError(error: unknown, id: string): void {
    this.handleChainError(error, id);
  }

  #begin(id: string, parent: string | undefined, own: string, inputs: unknown, step: Step = {}) {
    if (!this.#memtrace.enabled) return;
    followRuns();
    const { name, category } = cleaned({ name: own, category: step.category });
    const given = latest(unlessItFails(() => partsOf(inputs)) ?? []);
    const options = {
      name,
      category,
      input: describing(step.input),
      output: describing(step.output),
    };
    const call = beginRun(this.#memtrace, id, parent, () => this.#memtrace.begin(options, given));
    if (call) keep(this.#runs, id, { call, given });
  }

  #end(
    id: string,
    outputs: unknown,
    read: (outputs: unknown) => unknown[] = partsOf,
    isLate = false,
  ): void {
    const run = this.#finish(id);
    if (!run) return;
    const parts = foremost(unlessItFails(() => read(outputs)) ?? []);
    // What a step adds to what it passes on was made by it. One that adds nothing has selected.
    const added = parts.filter((part) => !run.given.includes(part));
    // What only passes on what it was given (a parser of texts) did nothing.
    if (added.length === 0 && parts.length === run.given.length) return;
    const made = added.length > 0 ? added : parts.map(textOf);
    // A single text is the step's own, also where it quotes an earlier one; not where the step was
    // told of when it had ended, and one inside it may have made the text.
    const isOwn = made.length === 1 && !isDocument(made[0]) && !isLate;
    run.call.end(isOwn || made.length === 0 ? made[0] : made);
  }

  #finish(id: string): Run | undefined {
    const run = this.#runs.get(id);
    this.#runs.delete(id);
    endRun(id);
    return run;
  }
}

/**
 * Traces the vector store, in place: what is added to it, what its searches find, what is deleted.
 * Only a retriever tells LangChain's callbacks of a search; the store itself tells nobody.
 */
export function observeVectorStore<T extends object>(memtrace: MemTrace, store: T): T {
  const search = (name: string) => (args: readonly unknown[]) => searching(name, args);
  new OwnCalls(memtrace).trace(store, {
    addDocuments: ([documents, options]) => adding(memtrace, "addDocuments", documents, options),
    addVectors: ([, documents, options]) => adding(memtrace, "addVectors", documents, options),
    similaritySearch: search("similaritySearch"),
    similaritySearchWithScore: search("similaritySearchWithScore"),
    similaritySearchVectorWithScore: search("similaritySearchVectorWithScore"),
    maxMarginalRelevanceSearch: search("maxMarginalRelevanceSearch"),
    delete: ([what]) => {
      const { ids = [] } = Object(what) as { ids?: unknown };
      const named = [ids].flat().filter((id) => typeof id === "string");
      return {
        options: { name: "delete", category: DELETION },
        inputs: named.length > 0 ? [] : [what],
        made: () => named.forEach((id) => void memtrace.delete(id)),
      };
    },
  });
  return store;
}

function adding(memtrace: MemTrace, name: string, documents: unknown, more: unknown): StoreCall {
  const added = [documents].flat().filter(isDocument);
  const { ids } = Object(more) as { ids?: unknown };
  return {
    options: { name, category: "update" },
    inputs: added.map(({ pageContent }) => pageContent),
    made: (given) => {
      for (const [index, document] of added.entries()) {
        const id: unknown = [given ?? ids].flat()[index] ?? document.id;
        const name = typeof id === "string" ? id : undefined;
        const { pageContent: value } = document;
        storeText(memtrace, value, name);
      }
    },
  };
}

function searching(name: string, [query, k, filter, callbacks]: readonly unknown[]): StoreCall {
  // Vectors are not recorded. Of the marginal search the second argument holds all settings.
  const settings = isObject(k) ? k : { k, filter };
  return {
    options: {
      name,
      category: RETRIEVAL,
      metadata: { ...settings },
      output: describing(undefined),
    },
    inputs: [typeof query === "string" ? query : "a vector"],
    made: (found) => foremost(partsOf(found)),
    within: (begin) => insideRun(callerOf(callbacks ?? filter), begin),
  };
}

/** Traces a chat history, in place: the messages that are added, read and cleared. */
export function observeChatHistory<T extends object>(memtrace: MemTrace, history: T): T {
  let held: Variable[] = [];
  const add =
    (name: string) =>
    ([messages]: readonly unknown[]) => {
      const texts = partsOf(messages).filter((part) => typeof part === "string");
      const made = () => {
        held.push(...texts.map((text) => storeText(memtrace, text)));
      };
      return { options: { name, category: "update", input: MESSAGE }, inputs: texts, made };
    };
  new OwnCalls(memtrace).trace(history, {
    addMessage: add("addMessage"),
    addMessages: add("addMessages"),
    getMessages: () => ({
      options: { name: "getMessages", category: RETRIEVAL, output: { category: "memory_entry" } },
      inputs: ["all messages"],
      made: (found) => partsOf(found),
    }),
    clear: () => ({
      options: { name: "clear", category: DELETION },
      inputs: [],
      made: () => {
        for (const message of held) memtrace.delete(message);
        held = [];
      },
    }),
  });
  return history;
}

/** Documents say what they are; the rest is what the step takes or makes. */
function describing(other: Description | undefined) {
  return (value: unknown): Description | undefined => (isDocument(value) ? unitOf(value) : other);
}

function textOf(part: unknown): unknown {
  return isDocument(part) ? part.pageContent : part;
}

/** The name of a tool, or of the class of what is run. */
function nameOf(serialized: unknown): string {
  const { name, id } = Object(serialized) as { name?: unknown; id?: unknown };
  return String(name ?? [id].flat().at(-1) ?? "step");
}
