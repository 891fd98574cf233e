/**
 * A model that investigates a case with tools, starting from the tracer's verdict. This file bounds
 * its steps, and its model bounds the cost. Its only state is its messages: with a model that
 * stores its answers, an interrupted run continues where it stopped.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Model, ModelMessage, ToolCall } from "../../protocol/model.ts";
import { isExpectedKnown } from "../needs/expected-answer.ts";
import { type Briefing, briefing } from "./briefing.ts";
import { Catalog } from "./catalog.ts";
import { withoutOldResults } from "./compress.ts";
import { type Strategy, SUBMIT, Toolbox } from "./tools.ts";
import { type AgentVerdict, jsonOrUndefined, readVerdict } from "./verdict-form.ts";

export type Investigated =
  | { readonly ok: true; readonly verdict: AgentVerdict; readonly steps: number }
  | { readonly ok: false; readonly message: string };

/** Maximum answers of the model. */
const MAX_STEPS = 20;
/** Maximum tool calls of one answer that are executed. */
const MAX_CALLS = 6;
const MAX_ANSWER_TOKENS = 4_000;
/** Maximum consecutive answers without a tool call. */
const MAX_IDLE = 2;
/** Maximum characters of one tool's result; views stay below it by themselves. */
const MAX_RESULT_CHARS = 40_000;

export async function investigate(
  graph: EvolutionGraph,
  model: Model,
  brief: Briefing,
): Promise<Investigated> {
  const catalog = new Catalog(graph);
  const start = [brief.failed.queryId ?? "", ...brief.exhibit.evidence];
  const run = new Run(catalog, brief, start);
  for (let step = 1; step <= MAX_STEPS; step++) {
    const { messages, tools } = run.request(MAX_STEPS - step);
    const answer = await model.complete({ messages, tools, maxTokens: MAX_ANSWER_TOKENS });
    if (!answer.ok) return { ok: false, message: answer.message };
    const ended = run.take(answer.text, answer.calls.slice(0, MAX_CALLS));
    if (ended === undefined) continue;
    return ended.ok ? { ...ended, steps: step } : ended;
  }
  return { ok: false, message: "The agent reached no verdict within its maximum number of steps." };
}

type Ended =
  | { readonly ok: true; readonly verdict: AgentVerdict }
  | { readonly ok: false; readonly message: string };

class Run {
  readonly #catalog: Catalog;
  readonly #toolbox: Toolbox;
  readonly #strategy: Strategy;
  readonly #isExpectedKnown: boolean;
  readonly #messages: ModelMessage[];
  #idle = 0;
  #refused = false;

  constructor(catalog: Catalog, brief: Briefing, start: readonly string[]) {
    this.#catalog = catalog;
    this.#strategy = brief.strategy;
    this.#isExpectedKnown = isExpectedKnown(brief.failed);
    this.#toolbox = new Toolbox(catalog, brief.strategy, start);
    this.#messages = briefing(catalog, brief);
  }

  /** The state of the investigation is sent last and is not stored. */
  request(stepsLeft: number) {
    const state = {
      steps_left: stepsLeft,
      ...(this.#strategy === "graph-walk" ? this.#toolbox.frontier.state : {}),
      ...(stepsLeft === 0 ? { now: `This is the last step: call ${SUBMIT}.` } : {}),
    };
    const hint: ModelMessage = { role: "user", text: JSON.stringify({ state }) };
    const submit = this.#toolbox.tools.filter(({ name }) => name === SUBMIT);
    return {
      messages: [...withoutOldResults(this.#messages), hint],
      tools: stepsLeft === 0 ? submit : this.#toolbox.tools,
    };
  }

  /** Executes the model's tool calls; returns the result if they end the investigation. */
  take(text: string, calls: readonly ToolCall[]): Ended | undefined {
    this.#messages.push({ role: "assistant", text, calls });
    if (calls.length === 0) {
      this.#idle += 1;
      this.#messages.push({ role: "user", text: `Call a tool, or end with ${SUBMIT}.` });
      return this.#idle >= MAX_IDLE
        ? { ok: false, message: "The agent neither called a tool nor submitted a verdict." }
        : undefined;
    }
    this.#idle = 0;
    let ended: Ended | undefined;
    for (const call of calls) {
      const result = call.name === SUBMIT ? this.#submit(call) : this.#use(call);
      if ("ended" in result) ended ??= result.ended;
      const said = JSON.stringify("ended" in result ? {} : result.answer);
      this.#messages.push({ role: "tool", call: call.id, text: said.slice(0, MAX_RESULT_CHARS) });
    }
    return ended;
  }

  #use(call: ToolCall): { readonly answer: object } {
    return { answer: this.#toolbox.run(call.name, jsonOrUndefined(call.arguments)) };
  }

  /** An impossible verdict is sent back once, then the investigation ends without one. */
  #submit(call: ToolCall): { readonly answer: object } | { readonly ended: Ended } {
    const read = readVerdict(call.arguments, this.#catalog, this.#isExpectedKnown);
    if (read.ok) return { ended: { ok: true, verdict: read.verdict } };
    if (this.#refused) {
      const message = `The agent's verdict is impossible, also after one correction: ${read.complaint}`;
      return { ended: { ok: false, message } };
    }
    this.#refused = true;
    return { answer: { refused: read.complaint, now: `Mend it and call ${SUBMIT} again.` } };
  }
}
