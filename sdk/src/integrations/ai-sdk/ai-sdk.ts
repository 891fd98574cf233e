/** `@memtrace/sdk/ai-sdk`: a telemetry integration for the Vercel AI SDK 7. */

import type { MemTrace } from "../../core/client.ts";
import { isSentence } from "../../core/encode.ts";
import { keep } from "../../core/keep-latest.ts";
import { toName } from "../../core/name.ts";
import type { MethodOptions } from "../../core/options.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { unlessItFails } from "../../core/try-or-undefined.ts";
import type { Describe } from "../../record/resolve-values.ts";
import type { Description, Variable } from "../../record/variable.ts";
import { standing } from "../system-prompt.ts";
import { answered, asked, type Told, ToolCall } from "./ai-sdk-values.ts";

interface Executing<T> extends Told {
  execute: () => PromiseLike<T>;
}

interface Beginning {
  readonly name: string;
  readonly category: string;
  readonly told: Told;
  readonly inputs: () => readonly unknown[];
  readonly output?: Description;
}

/**
 * Calls kept open. The AI SDK reports no end for a stream that the app leaves without aborting it.
 */
const MAX_OPEN = 1_000;
/** More vectors than this become one value. */
const MAX_VECTORS = 50;
const PROMPT = { category: "prompt" };
const NOT_RECORDED = "[not recorded]";

/**
 * Pass it to `registerTelemetry` or to a call's `telemetry.integrations`. Every call of a model,
 * tool, embedder or reranker becomes an operation inside the running one. The operation has the
 * tool's name, else the call's `functionId`, else the function's name, such as `generateText`.
 * `described` gives options per operation name, as for `memtrace.operation`.
 */
export class MemTraceTelemetry {
  readonly #memtrace: MemTrace;
  readonly #described: Readonly<Record<string, MethodOptions>>;
  /** The called function, by call id. */
  readonly #functions = new Map<unknown, string>();
  /** By call id, plus the part's id if a call has several parts at once. */
  readonly #open = new Map<string, CallTrace>();

  constructor(memtrace: MemTrace, described: Readonly<Record<string, MethodOptions>> = {}) {
    this.#memtrace = memtrace;
    this.#described = described;
  }

  onStart(told: Told): void {
    const called = `${told.operationId}`.replace("ai.", "");
    if (called === "rerank") {
      const inputs = () => [told.query, told.documents].flat();
      this.#begin([told.callId], {
        name: nameOf(told, called),
        category: "retrieval",
        told,
        inputs,
      });
    } else {
      keep(this.#functions, told.callId, called, MAX_OPEN);
    }
  }

  executeLanguageModelCall<T>(told: Executing<T>): PromiseLike<T> {
    const call = this.#question(told);
    const { execute } = told;
    if (!call) return execute();
    return call.inside(execute).then(undefined, (error: unknown) => {
      this.#fail([told.callId], error);
      throw error;
    });
  }

  /** Also called at the end of a stream, if the app reads it to the end. */
  onLanguageModelCallEnd(told: Told): void {
    this.#end([told.callId], told, answered(told.content));
  }

  onObjectStepStart(told: Told): void {
    this.#question(told);
  }

  onObjectStepEnd(told: Told): void {
    this.#end([told.callId], told, told.objectText);
  }

  executeTool<T>(told: Executing<T>): PromiseLike<T> {
    const tool = new ToolCall(Object(told.toolCall));
    const { name } = tool;
    const key = [told.callId, tool.id];
    const inputs = () => [tool, ...this.#known(tool.input)];
    const call = this.#begin(key, { name, category: "tool", told, inputs });
    return call ? call.inside(told.execute) : told.execute();
  }

  onToolExecutionEnd(told: Told): void {
    const { type, toolCallId, output, error }: Told = Object(told.toolOutput);
    const key = [told.callId, toolCallId];
    if (type === "tool-error") this.#fail(key, error);
    else this.#end(key, told, output);
  }

  onEmbedStart(told: Told): void {
    const inputs = () => [told.values];
    const begun = { name: nameOf(told, "embed"), category: "embedding", told, inputs };
    this.#begin([told.callId, told.embedCallId], begun);
  }

  /** Records the vector's length instead of its numbers. Later uses find the vector by identity. */
  onEmbedEnd(told: Told): void {
    const all = [told.embeddings].flat().filter(Array.isArray);
    const vectors = all.length > MAX_VECTORS ? [all] : all;
    const key = [told.callId, told.embedCallId];
    const value = (of: readonly unknown[]) =>
      Array.isArray(of[0])
        ? `${of.length} vectors of ${of[0].length} numbers`
        : `a vector of ${of.length} numbers`;
    this.#open.get(`${key}`)?.inside(() => {
      for (const vector of vectors)
        this.#memtrace.variable(vector, { category: "embedding", value });
    });
    this.#end(key, told, undefined);
  }

  onEnd(told: Told): void {
    const ranking = Array.isArray(told.ranking) ? told.ranking : undefined;
    if (ranking)
      this.#end(
        [told.callId],
        told,
        ranking.map(({ document }) => document),
      );
    this.#finish(told, "it was tried again");
  }

  onAbort(told: Told): void {
    this.#finish(told, "aborted");
  }

  onError(told: unknown): void {
    this.#finish(Object(told), Object(told).error);
  }

  #question(told: Told): CallTrace | undefined {
    const name = nameOf(told, this.#functions.get(told.callId) ?? "generate");
    const output = { category: "llm_response" };
    const { instructions, messages, promptMessages } = told;
    const prompt = [{ role: "system", content: instructions }, messages, promptMessages];
    const inputs = () => asked(prompt, (text) => standing(this.#memtrace, text));
    return this.#begin([told.callId], { name, category: "generation", told, inputs, output });
  }

  /** The app's own description. A tool call gets it on top of the name from its id. */
  #shown(own: Describe, value: unknown, index: number, general: Description) {
    if (!(value instanceof ToolCall)) {
      const described = applied(own, value, index);
      return described === undefined ? general : described;
    }
    const { id, name, input } = value;
    const called = { name: id, comment: name, category: "tool_call", value: input };
    return { ...called, ...applied(this.#described[name]?.input, input, index) };
  }

  /** Arguments that are recorded values: the question, or the name of a memory unit. */
  #known(input: unknown): Variable[] {
    return Object.values(Object(input)).flatMap((value) => {
      const known = typeof value === "string" ? this.#memtrace.find(value) : undefined;
      return known && (isSentence(value) || known.name === value) ? [known] : [];
    });
  }

  #begin(key: Key, { name, category, told, inputs, output }: Beginning): CallTrace | undefined {
    if (!this.#memtrace.enabled) return undefined;
    const own = this.#described[name];
    const metadata = told.modelId ? { model: told.modelId, ...own?.metadata } : own?.metadata;
    const isHidden = told.recordInputs === false;
    const call = unlessItFails(() =>
      this.#memtrace.begin(
        {
          ...{ category, ...own, name: toName(name), metadata },
          input: (value: unknown, index) => this.#shown(own?.input, value, index, PROMPT),
          output: output
            ? (value: unknown, index) => this.#shown(own?.output, value, index, output)
            : own?.output,
        },
        isHidden ? [this.#memtrace.variable(NOT_RECORDED)] : inputs(),
      ),
    );
    if (call) keep(this.#open, `${key}`, call, MAX_OPEN)?.fail("left");
    return call;
  }

  #end(key: Key, told: Told, result: unknown): void {
    const call = this.#open.get(`${key}`);
    this.#open.delete(`${key}`);
    const isHidden = told.recordOutputs === false;
    call?.end(isHidden ? call.inside(() => this.#memtrace.variable(NOT_RECORDED)) : result);
  }

  #fail(key: Key, error: unknown): void {
    this.#open.get(`${key}`)?.fail(error);
    this.#open.delete(`${key}`);
  }

  /** Ends the calls that are still open. */
  #finish({ callId }: Told, error: unknown): void {
    this.#functions.delete(callId);
    for (const key of this.#open.keys())
      if (key === `${callId}` || key.startsWith(`${callId},`)) this.#fail([key], error);
  }
}

type Key = readonly unknown[];

function nameOf({ functionId }: Told, called: string): string {
  return typeof functionId === "string" ? functionId : called;
}

function applied(describe: Describe, value: unknown, index: number) {
  return typeof describe === "function" ? describe(value as never, index) : describe;
}
