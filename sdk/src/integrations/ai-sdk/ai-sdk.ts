/** `@memtrace/sdk/ai-sdk`: a telemetry integration for the Vercel AI SDK 7. */

import type { MemTrace } from "../../core/client.ts";
import { isSentence } from "../../core/encode.ts";
import { keep } from "../../core/keep-latest.ts";
import { toName } from "../../core/name.ts";
import type { MethodOptions } from "../../core/options.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import type { Describe } from "../../record/resolve-values.ts";
import type { Description, Variable } from "../../record/variable.ts";
import { systemPrompt } from "../system-prompt.ts";
import { tokenUsage } from "../token-usage.ts";
import { type AiSdkEvent, AiSdkToolCall, answerOf, promptParts } from "./ai-sdk-values.ts";

interface Executing<T> extends AiSdkEvent {
  execute: () => PromiseLike<T>;
}

interface OpenCall {
  readonly call: CallTrace;
  /** Can be extended until the call ends, for example with token counts. */
  readonly metadata: Record<string, unknown>;
}

interface Beginning {
  readonly name: string;
  readonly category: string;
  readonly event: AiSdkEvent;
  readonly inputs: () => readonly unknown[];
  readonly output?: Description;
}

/**
 * The integration keeps at most this many calls that have not ended. If the app does not read a
 * stream to its end, the AI SDK never reports that the call has ended.
 */
const MAX_OPEN = 1_000;
/** If a call returns more vectors than this, they are recorded as one value. */
const MAX_VECTORS = 50;
const PROMPT = { category: "prompt" };
const NOT_RECORDED = "[not recorded]";

/**
 * Pass an instance to `registerTelemetry` or to a call's `telemetry.integrations`. Every call of a
 * model, tool, embedder or reranker becomes an operation. The operation of a tool has the tool's
 * name. Any other operation has the call's `functionId` as its name. Without this id, it has the
 * function's name, such as `generateText`. `described` gives options per operation name, as for
 * `memtrace.operation`.
 */
export class MemTraceTelemetry {
  readonly #memtrace: MemTrace;
  readonly #described: Readonly<Record<string, MethodOptions>>;
  /** Call id → name of the called function. */
  readonly #functions = new Map<unknown, string>();
  /**
   * Calls that have not ended. The key is the call's id. If parts of a call run in parallel, such
   * as tool calls, each part has an entry, and its key also contains the part's id.
   */
  readonly #open = new Map<string, OpenCall>();

  constructor(memtrace: MemTrace, described: Readonly<Record<string, MethodOptions>> = {}) {
    this.#memtrace = memtrace;
    this.#described = described;
  }

  onStart(event: AiSdkEvent): void {
    const called = `${event.operationId}`.replace("ai.", "");
    if (called === "rerank") {
      const inputs = () => [event.query, event.documents].flat();
      this.#begin([event.callId], {
        name: nameOf(event, called),
        category: "retrieval",
        event,
        inputs,
      });
    } else {
      keep(this.#functions, event.callId, called, MAX_OPEN);
    }
  }

  executeLanguageModelCall<T>(event: Executing<T>): PromiseLike<T> {
    const call = this.#question(event);
    const { execute } = event;
    if (!call) return execute();
    return call.inside(execute).then(undefined, (error: unknown) => {
      this.#fail([event.callId], error);
      throw error;
    });
  }

  /** The AI SDK also calls this method when the app has read a stream to its end. */
  onLanguageModelCallEnd(event: AiSdkEvent): void {
    this.#end([event.callId], event, answerOf(event.content));
  }

  onObjectStepStart(event: AiSdkEvent): void {
    this.#question(event);
  }

  onObjectStepEnd(event: AiSdkEvent): void {
    this.#end([event.callId], event, event.objectText);
  }

  executeTool<T>(event: Executing<T>): PromiseLike<T> {
    const tool = new AiSdkToolCall(Object(event.toolCall));
    const { name } = tool;
    const key = [event.callId, tool.id];
    const inputs = () => [tool, ...this.#known(tool.input)];
    const call = this.#begin(key, { name, category: "tool", event, inputs });
    return call ? call.inside(event.execute) : event.execute();
  }

  onToolExecutionEnd(event: AiSdkEvent): void {
    const { type, toolCallId, output, error }: AiSdkEvent = Object(event.toolOutput);
    const key = [event.callId, toolCallId];
    if (type === "tool-error") this.#fail(key, error);
    else this.#end(key, event, output);
  }

  onEmbedStart(event: AiSdkEvent): void {
    const inputs = () => [event.values];
    const begun = { name: nameOf(event, "embed"), category: "embedding", event, inputs };
    this.#begin([event.callId, event.embedCallId], begun);
  }

  /**
   * Records how many numbers each vector has, but not the numbers. If the app later passes the same
   * vector object to an operation, this record is the operation's input.
   */
  onEmbedEnd(event: AiSdkEvent): void {
    const all = [event.embeddings].flat().filter(Array.isArray);
    const vectors = all.length > MAX_VECTORS ? [all] : all;
    const key = [event.callId, event.embedCallId];
    const value = (of: readonly unknown[]) =>
      Array.isArray(of[0])
        ? `${of.length} vectors of ${of[0].length} numbers`
        : `a vector of ${of.length} numbers`;
    this.#open.get(`${key}`)?.call.inside(() => {
      for (const vector of vectors)
        this.#memtrace.variable(vector, { category: "embedding", value });
    });
    this.#end(key, event, undefined);
  }

  onEnd(event: AiSdkEvent): void {
    const ranking = Array.isArray(event.ranking) ? event.ranking : undefined;
    if (ranking)
      this.#end(
        [event.callId],
        event,
        ranking.map(({ document }) => document),
      );
    this.#finish(event, "it was tried again");
  }

  onAbort(event: AiSdkEvent): void {
    this.#finish(event, "aborted");
  }

  onError(event: unknown): void {
    this.#finish(Object(event), Object(event).error);
  }

  #question(event: AiSdkEvent): CallTrace | undefined {
    const name = nameOf(event, this.#functions.get(event.callId) ?? "generate");
    const output = { category: "llm_response" };
    const { instructions, messages, promptMessages } = event;
    const prompt = [{ role: "system", content: instructions }, messages, promptMessages];
    const inputs = () => promptParts(prompt, (text) => systemPrompt(this.#memtrace, text));
    return this.#begin([event.callId], { name, category: "generation", event, inputs, output });
  }

  /**
   * Returns the app's description of the value. If the app has none, returns `general`. A tool call
   * gets its id as its name, unless the app gives it another name.
   */
  #shown(own: Describe, value: unknown, index: number, general: Description) {
    if (!(value instanceof AiSdkToolCall)) {
      const described = applied(own, value, index);
      return described === undefined ? general : described;
    }
    const { id, name, input } = value;
    const called = { name: id, comment: name, category: "tool_call", value: input };
    return { ...called, ...applied(this.#described[name]?.input, input, index) };
  }

  /**
   * Finds the texts in a tool's input that are already recorded, and returns their variables. For
   * example, a text can be the user's question or the name of a memory unit.
   */
  #known(input: unknown): Variable[] {
    return Object.values(Object(input)).flatMap((value) => {
      const known = typeof value === "string" ? this.#memtrace.find(value) : undefined;
      return known && (isSentence(value) || known.name === value) ? [known] : [];
    });
  }

  #begin(key: Key, { name, category, event, inputs, output }: Beginning): CallTrace | undefined {
    if (!this.#memtrace.enabled) return undefined;
    const own = this.#described[name];
    const metadata: Record<string, unknown> = {
      model: event.modelId || undefined,
      ...own?.metadata,
    };
    const isHidden = event.recordInputs === false;
    const call = tryOrUndefined(() =>
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
    if (call) keep(this.#open, `${key}`, { call, metadata }, MAX_OPEN)?.call.fail("left");
    return call;
  }

  #end(key: Key, event: AiSdkEvent, result: unknown): void {
    const open = this.#open.get(`${key}`);
    if (!open) return;
    this.#open.delete(`${key}`);
    const { call, metadata } = open;
    const usage = tokenUsage(event.usage);
    if (usage) metadata.usage = usage;
    const isHidden = event.recordOutputs === false;
    call.end(isHidden ? call.inside(() => this.#memtrace.variable(NOT_RECORDED)) : result);
  }

  #fail(key: Key, error: unknown): void {
    this.#open.get(`${key}`)?.call.fail(error);
    this.#open.delete(`${key}`);
  }

  /** Ends all unfinished parts of the call. */
  #finish({ callId }: AiSdkEvent, error: unknown): void {
    this.#functions.delete(callId);
    for (const key of this.#open.keys())
      if (key === `${callId}` || key.startsWith(`${callId},`)) this.#fail([key], error);
  }
}

type Key = readonly unknown[];

function nameOf({ functionId }: AiSdkEvent, called: string): string {
  return typeof functionId === "string" ? functionId : called;
}

function applied(describe: Describe, value: unknown, index: number) {
  return typeof describe === "function" ? describe(value as never, index) : describe;
}
