/**
 * Lets a model investigate a case with tools. Each request to the model depends only on the case
 * and on the model's earlier answers, which are stored. So an interrupted investigation can be
 * repeated: its first requests are the same as before, and the stored answers are used for them.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { AgentStep } from "../../protocol/api/transcript.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import type { Model, ModelMessage, ToolCall } from "../../protocol/model.ts";
import { isExpectedKnown } from "../needs/expected-answer.ts";
import { cutText } from "../transcript.ts";
import { type Briefing, briefing } from "./briefing.ts";
import { Catalog } from "./catalog.ts";
import { withoutOldResults } from "./compress.ts";
import { SUBMIT, Toolbox } from "./tools.ts";
import { type AgentVerdict, readVerdict, type VerdictRules } from "./verdict-form.ts";

export type Investigated =
  | { readonly ok: true; readonly verdict: AgentVerdict; readonly steps: number }
  | { readonly ok: false; readonly message: string };

/** Maximum number of tool calls in one model answer. The agent ignores further calls. */
const MAX_CALLS = 6;
const MAX_ANSWER_TOKENS = 4_000;
/** After this number of consecutive model answers without a tool call, the investigation ends. */
const MAX_IDLE = 2;
/**
 * The JSON of a tool result may be at most this many times as long as `pageChars`. The factor is
 * above 1, because JSON escapes some characters and so becomes longer than the page itself.
 */
const RESULT_PER_PAGE = 2.5;

/** @param record called with each model answer and its tool calls */
export async function investigate(
  graph: EvolutionGraph,
  model: Model,
  brief: Briefing,
  record: (step: AgentStep) => void = () => {},
): Promise<Investigated> {
  const run = new Run(new Catalog(graph), brief);
  const { steps } = brief.limits;
  for (let step = 1; step <= steps; step++) {
    const { messages, tools } = run.request(steps - step);
    const answer = await model.complete({ messages, tools, maxTokens: MAX_ANSWER_TOKENS });
    if (!answer.ok) return { ok: false, message: answer.message };
    const { ended, recorded } = run.take(answer.text, answer.calls.slice(0, MAX_CALLS));
    record(recorded);
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
  readonly #brief: Briefing;
  readonly #rules: VerdictRules;
  readonly #messages: ModelMessage[];
  #idle = 0;
  #refused = false;

  constructor(catalog: Catalog, brief: Briefing) {
    const { strategy, limits, verdict, failed, messages } = brief;
    this.#catalog = catalog;
    this.#brief = brief;
    this.#rules = { kind: verdict, isExpectedKnown: isExpectedKnown(failed) };
    const start = [failed.queryId ?? "", ...messages];
    this.#toolbox = new Toolbox(catalog, { strategy, limits, verdict, start });
    this.#messages = briefing(catalog, brief);
  }

  /**
   * Returns the next request to the model. The last message shows the progress: the steps left and
   * the findings. An agent that follows links also sees the variables to explore next and the
   * explored ones. This message is built for each request and not stored.
   */
  request(stepsLeft: number) {
    const { frontier, tools } = this.#toolbox;
    const { findings } = frontier;
    const state = {
      steps_left: stepsLeft,
      ...(this.#brief.strategy === "graph-walk" ? frontier.state : {}),
      ...(findings.length > 0 ? { findings } : {}),
      ...(stepsLeft === 0 ? { now: `This is the last step: call ${SUBMIT}.` } : {}),
    };
    const hint: ModelMessage = { role: "user", text: JSON.stringify({ state }) };
    const submit = tools.filter(({ name }) => name === SUBMIT);
    return {
      messages: [...withoutOldResults(this.#messages, this.#brief.limits.contextTokens), hint],
      tools: stepsLeft === 0 ? submit : tools,
    };
  }

  /** Executes the model's tool calls. If a call ends the investigation, `ended` is the outcome. */
  take(
    text: string,
    calls: readonly ToolCall[],
  ): { readonly ended: Ended | undefined; readonly recorded: AgentStep } {
    this.#messages.push({ role: "assistant", text, calls });
    if (calls.length === 0) {
      this.#idle += 1;
      this.#messages.push({ role: "user", text: `Call a tool, or end with ${SUBMIT}.` });
      const message = "The agent neither called a tool nor submitted a verdict.";
      const ended = this.#idle >= MAX_IDLE ? ({ ok: false, message } as const) : undefined;
      return { ended, recorded: stepOf(this.#catalog, text, []) };
    }
    this.#idle = 0;
    let ended: Ended | undefined;
    const used: UsedTool[] = [];
    for (const call of calls) {
      const result = call.name === SUBMIT ? this.#submit(call) : this.#use(call);
      if ("ended" in result) ended ??= result.ended;
      const said = JSON.stringify("ended" in result ? {} : result.answer);
      const most = RESULT_PER_PAGE * this.#brief.limits.pageChars;
      this.#messages.push({ role: "tool", call: call.id, text: said.slice(0, most) });
      used.push({ tool: call.name, input: call.arguments, result: said });
    }
    return { ended, recorded: stepOf(this.#catalog, text, used) };
  }

  #use(call: ToolCall): { readonly answer: object } {
    return { answer: this.#toolbox.run(call.name, fieldsOf(call.arguments)) };
  }

  /**
   * Reads the submitted verdict. The model is allowed to correct one invalid verdict; a second one
   * ends the investigation.
   */
  #submit(call: ToolCall): { readonly answer: object } | { readonly ended: Ended } {
    const read = readVerdict(call.arguments, this.#catalog, this.#rules);
    if (read.ok) return { ended: { ok: true, verdict: read.verdict } };
    if (this.#refused) {
      const message = `The agent's verdict is impossible, also after one correction: ${read.complaint}`;
      return { ended: { ok: false, message } };
    }
    this.#refused = true;
    return { answer: { refused: read.complaint, now: `Mend it and call ${SUBMIT} again.` } };
  }
}

type UsedTool = AgentStep["calls"][number];

/** Maximum number of characters that the transcript keeps of each field. */
const KEPT = { text: 2_000, tool: 100, input: 1_000, result: 2_000 };
/** Maximum number of variables and operations that one transcript step lists. */
const MAX_MENTIONS = 60;

function stepOf(catalog: Catalog, said: string, used: readonly UsedTool[]): AgentStep {
  const text = cutText(said, KEPT.text);
  const calls = used.map(({ tool, input, result }) => ({
    tool: cutText(tool, KEPT.tool),
    input: cutText(input, KEPT.input),
    result: cutText(result, KEPT.result),
  }));
  const texts = [text, ...calls.flatMap(({ input, result }) => [input, result])];
  return { by: "agent", text, calls, mentions: catalog.mentionsIn(texts).slice(0, MAX_MENTIONS) };
}
