import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { keep } from "../../core/keep-latest.ts";
import { toName } from "../../core/name.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import type { Description, Variable } from "../../record/variable.ts";
import { beginRun, endRun, followRuns, insideRun, passRun } from "./langchain-runs.ts";
import {
  answersOf,
  describing,
  firstParts,
  isDocument,
  latestParts,
  MESSAGE,
  partsOf,
  toolCallsOf,
} from "./langchain-values.ts";

/** Classes that only connect steps. The handler records only their inner steps. */
const ARRANGES = /^Runnable(?!Lambda)/;
const HIDDEN = "langsmith:hidden";
const RETRIEVAL = "retrieval";
/** Maximum model answers to keep until their tool calls begin. */
const MAX_ANSWERS = 1_000;

/** The outermost step's input is the user's message. */
const OUTERMOST: Step = { input: MESSAGE };

interface Run {
  readonly call: CallTrace;
  readonly given: readonly unknown[];
  /** True if another run started inside this run. */
  calls?: boolean;
}

interface Step {
  readonly category?: string;
  readonly input?: Description;
  readonly output?: Description;
  /** Recorded handles to use as inputs instead of texts. */
  readonly known?: readonly unknown[];
}

/**
 * Add an instance to the `callbacks` of a LangChain call. Every model, retriever, tool and chain
 * becomes an operation inside the operation that called it.
 */
export class MemTraceHandler {
  readonly name = "memtrace";
  /**
   * Makes LangChain wait until a method of this handler has returned. Otherwise, LangChain could
   * run a step before the step's operation begins, or call the method in another async context.
   */
  readonly awaitHandlers = true;
  readonly #memtrace: MemTrace;
  readonly #runs = new Map<string, Run>();
  /** Tool call id → model answer that requested the call, until the call begins. */
  readonly #answers = new Map<string, Variable>();
  /**
   * The running steps with a streamed input. LangChain reports their input only when they end, so
   * the handler records such a step at its end, after the steps inside it.
   */
  readonly #deferred = new Map<string, { own: string; parent: string | undefined }>();

  constructor(memtrace: MemTrace) {
    this.#memtrace = memtrace;
    followRuns();
  }

  /**
   * Returns this handler instead of a copy. LangChain can continue a run under another callback
   * manager, and only this handler knows the run.
   */
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
    callId?: string,
  ): void {
    // If the tool has several parameters or named parameters, `input` is JSON.
    const parsed = tryOrUndefined((): unknown => JSON.parse(input));
    const given = isObject(parsed) ? parsed : input;
    const answer = this.#answers.get(callId ?? "");
    this.#answers.delete(callId ?? "");
    const known = answer && insideRun(parent, () => this.#argumentsIn(answer, given));
    this.#begin(id, parent, name ?? nameOf(tool), given, known && { known });
  }

  /**
   * Returns the variables of a tool call's arguments. If an argument has no variable yet, this
   * method makes one. The new variable gets a link from the model's answer, which contained the
   * argument, but no links from earlier messages.
   */
  #argumentsIn(answer: Variable, given: unknown): readonly unknown[] | undefined {
    const memtrace = this.#memtrace;
    if (!memtrace.current()?.operation) return undefined;
    return partsOf(given).map((part) => {
      const known = memtrace.find(part);
      const made = known ?? memtrace.variable(part);
      if (!known) memtrace.link(answer, made);
      return made;
    });
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
    this.#end(id, () => partsOf(outputs), { isChain: true, isLate: Boolean(deferred) });
  }
  handleLLMEnd(result: unknown, id: string): void {
    this.#end(id, () => answersOf(result));
    for (const { calls, ids } of tryOrUndefined(() => toolCallsOf(result)) ?? []) {
      const answer = this.#memtrace.find(calls);
      if (answer) for (const callId of ids) keep(this.#answers, callId, answer, MAX_ANSWERS);
    }
  }
  handleRetrieverEnd(documents: unknown, id: string): void {
    this.#end(id, () => partsOf(documents));
  }
  handleToolEnd(output: unknown, id: string): void {
    this.#end(id, () => partsOf(output));
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
    const given = latestParts(tryOrUndefined(() => partsOf(inputs)) ?? []);
    const options = {
      name: toName(own),
      category: step.category,
      input: describing(step.input),
      output: describing(step.output),
    };
    const outer = this.#runs.get(parent ?? "");
    if (outer) outer.calls = true;
    const begin = () => this.#memtrace.begin(options, step.known ?? given);
    const call = beginRun(this.#memtrace, id, parent, begin);
    if (call) keep(this.#runs, id, { call, given });
  }

  #end(id: string, read: () => unknown[], { isChain = false, isLate = false } = {}): void {
    const run = this.#finish(id);
    if (!run) return;
    const parts = firstParts(tryOrUndefined(read) ?? []);
    // Texts that the input does not contain are the step's own output. A chain passed its input on
    // if it added no text and returned as many texts as it got. A step that returned fewer texts
    // selected them, so record them as its result.
    const added = parts.filter((part) => !run.given.includes(part));
    const isPassedOn = isChain && added.length === 0 && parts.length === run.given.length;
    // Do not record a step that changed nothing, such as a text parser.
    if (isPassedOn && !run.calls) return;
    const made = isPassedOn || added.length > 0 ? added : parts.map(textOf);
    // If the result is one text, record it as a new variable, even if an earlier variable has an
    // equal text. Do not do this for a deferred step. It is recorded after its inner steps, and one
    // of them can have made the text.
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

function textOf(part: unknown): unknown {
  return isDocument(part) ? part.pageContent : part;
}

function nameOf(serialized: unknown): string {
  const { name, id } = Object(serialized) as { name?: unknown; id?: unknown };
  return String(name ?? [id].flat().at(-1) ?? "step");
}
