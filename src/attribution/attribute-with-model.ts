/**
 * Finds the cause of a wrong answer with the help of a model. The flow tracer always runs first.
 * Then the oracle asks the model questions about the case. If the verdict is still unsure, the
 * agent investigates.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { atOnce } from "../graph/in-turns.ts";
import type { Attribution, FailedCase, StageAnswer } from "../protocol/api/attribution.ts";
import type { StageStep, TranscriptStep } from "../protocol/api/transcript.ts";
import { DEFAULT_TOKENS_PER_CASE } from "../protocol/limits.ts";
import type { Model } from "../protocol/model.ts";
import { SURE } from "../protocol/thresholds.ts";
import { investigate } from "./agent/agent.ts";
import { AGENT_LIMITS, type AgentLimits } from "./agent/limits.ts";
import { secondOpinion } from "./agent/second-opinion.ts";
import type { Strategy } from "./agent/tools.ts";
import type { AgentVerdict } from "./agent/verdict-form.ts";
import { type Trace, traceInTurns } from "./attribute.ts";
import { withProbabilities } from "./confidence/cause-probabilities.ts";
import { Effort, type Run, TooMuchEffort } from "./effort.ts";
import { unlessTooMuch, withoutGuess } from "./explain/undecided.ts";
import type { Need } from "./needs/need.ts";
import { MeteredModel } from "./oracle/metered-model.ts";
import { consultOracle, subKindIn } from "./oracle/oracle.ts";
import type { Stage, StagePart } from "./oracle/stage.ts";
import type { ReadStage } from "./oracle/stage-answers.ts";
import { type StageReading, stageRequest } from "./oracle/stage-question.ts";
import { ALWAYS_ASKED_TRUST } from "./thresholds.ts";
import { cutText } from "./transcript.ts";
import { withSource } from "./with-source.ts";

export interface ModelUse {
  readonly model: Model;
  readonly usdPerCase: number;
  /** Maximum number of tokens for one case. If absent, `DEFAULT_TOKENS_PER_CASE` applies. */
  readonly tokensPerCase?: number;
  /**
   * `hybrid` runs the oracle if the flow tracer is unsure, and the agent if the oracle is unsure
   * too. `oracle` and `agent` always run the named method.
   */
  readonly method: "oracle" | "agent" | "hybrid";
  readonly systemDescription: string;
  /**
   * How the agent investigates. If `strategy` is absent, the agent follows links from the evidence
   * messages. If there are no evidence messages, it searches a log of all operations.
   */
  readonly strategy?: Strategy;
  /** Limits of the agent. If absent, `AGENT_LIMITS` applies. */
  readonly limits?: Pick<AgentLimits, "steps" | "contextTokens">;
  readonly record?: (step: TranscriptStep) => void;
  /**
   * Runs a long computation in pieces, so that other requests can run in between. If absent,
   * nothing pauses.
   */
  readonly run?: Run;
}

export async function attributeWithModel(
  graph: EvolutionGraph,
  failed: FailedCase,
  use: ModelUse,
  effort = new Effort(),
): Promise<Attribution> {
  const run = use.run ?? (async (work) => atOnce(work));
  const verdict = await verdictWithModel(graph, failed, { ...use, run }, effort);
  return await run(withSource(graph, failed, withProbabilities(verdict)));
}

async function verdictWithModel(
  graph: EvolutionGraph,
  failed: FailedCase,
  use: Running,
  effort: Effort,
): Promise<Attribution> {
  try {
    const first = await use.run(traceInTurns(graph, failed, effort));
    return await withModel(graph, failed, use, first);
  } catch (error) {
    return unlessTooMuch(error, failed);
  }
}

type Running = ModelUse & { readonly run: Run };

async function withModel(
  graph: EvolutionGraph,
  failed: FailedCase,
  use: Running,
  first: Trace,
): Promise<Attribution> {
  const { usdPerCase, tokensPerCase = DEFAULT_TOKENS_PER_CASE } = use;
  const model = new MeteredModel(use.model, { usd: usdPerCase, tokens: tokensPerCase });
  let verdict: Attribution = { ...first.attribution, decidedBy: "flow" };
  if (use.method !== "agent") verdict = await askOracle(model, first, use);
  const isOpen = use.method === "hybrid" && (verdict.confidence ?? 0) < SURE;
  if (use.method === "agent" || isOpen) {
    verdict = await askAgent(graph, failed, { ...use, model }, verdict, first);
  }
  const { inferred } = first.attribution;
  const decided = { ...withoutGuess(verdict), ...(inferred === undefined ? {} : { inferred }) };
  return model.wasAsked ? { ...decided, spent: model.spent, models: model.name } : decided;
}

async function askOracle(
  model: Model,
  first: Trace,
  { method, run, record }: Running,
): Promise<Attribution> {
  let failure: string | undefined;
  const { failed } = first.about;
  const asked: StageStep[] = [];
  const read: ReadStage = async (stage, parts) => {
    const about = [...failed.expected, ...first.about.needs.needs.map((need) => need.statement)];
    const question = { question: failed.query, parts, about: about.join(" ") };
    const answer = await model.ask(stageRequest(question));
    failure = answer.ok ? failure : answer.message;
    const reading = answer.ok ? answer.value : undefined;
    asked.push(stageStep(stage, parts, reading, answer.ok ? null : answer.message));
    return reading;
  };
  let answers: readonly StageAnswer[] = [];
  let attribution: Attribution;
  try {
    ({ attribution, answers } = await consultOracle(first, {
      ...{ read, run },
      maxTrust: method === "hybrid" ? 1 : ALWAYS_ASKED_TRUST,
      ...(model.embed ? { embed: model.embed } : {}),
    }));
  } finally {
    // This is in `finally`, because the transcript must show the questions even if the case exceeds
    // its maximum cost and `consultOracle` throws.
    for (const step of withTellings(asked, answers)) record?.(step);
  }
  return {
    ...attribution,
    decidedBy: answers.length > 0 ? "oracle" : "flow",
    answers: [...answers],
    notes: failure === undefined ? attribution.notes : [...attribution.notes, failure],
  };
}

/**
 * Maximum sizes of one step in the transcript. `text` limits the characters of the stage's text.
 * `answer` limits the characters of the model's answer and of each quotation. `mentions` limits the
 * number of mentioned variables.
 */
const KEPT = { text: 4_000, answer: 300, mentions: 40 };

function stageStep(
  { kind, op }: Stage,
  parts: readonly StagePart[],
  reading: StageReading | undefined,
  failure: string | null,
): StageStep {
  const variables = parts.slice(0, KEPT.mentions).filter(({ variable }) => variable !== "");
  return {
    ...{ by: "oracle", stage: kind, op, tells: null, failure },
    text: cutText(parts.map(({ text }) => text).join("\n"), KEPT.text),
    answer: cutText(reading?.answer ?? "", KEPT.answer),
    quotes: (reading?.quotes ?? []).slice(0, 12).map((quote) => cutText(quote, KEPT.answer)),
    mentions: [
      ...(op === null ? [] : [{ name: op, kind: "operation" as const, id: op }]),
      ...variables.map(({ variable: id }) => ({ name: id, kind: "variable" as const, id })),
    ],
  };
}

/**
 * Adds `tells` to each step: whether the model gave the expected answer, another answer, or none.
 * `answers` has one element for each step in `asked` that did not fail, in the same order.
 */
function withTellings(asked: readonly StageStep[], answers: readonly StageAnswer[]): StageStep[] {
  let answered = 0;
  return asked.map((step) =>
    step.failure === null ? { ...step, tells: answers[answered++]?.tells ?? null } : step,
  );
}

async function askAgent(
  graph: EvolutionGraph,
  failed: FailedCase,
  { model, systemDescription, strategy, limits, record, run }: Running,
  exhibit: Attribution,
  first: Trace,
): Promise<Attribution> {
  const { evidence, evidenceFound } = exhibit;
  const found = await investigate(
    graph,
    model,
    {
      ...{ failed, exhibit, systemDescription, messages: evidence, areGiven: !evidenceFound },
      strategy: strategy ?? (evidence.length > 0 ? "graph-walk" : "log-search"),
      ...{ withPrior: true, verdict: "checked", limits: { ...AGENT_LIMITS, ...limits } },
    },
    record,
  );
  if (found.ok && isContradicted(first, found.verdict)) {
    const { errorType, op } = found.verdict;
    const at = op === null ? "" : ` at ${graph.operations.get(op)?.name ?? op}`;
    const note = `An agent named ${errorType}${at}, which the graph contradicts.`;
    return { ...exhibit, notes: [...exhibit.notes, note] };
  }
  if (found.ok) {
    const subKind = subKindIn(first, found.verdict);
    return await run(secondOpinion(graph, exhibit, found.verdict, subKind));
  }
  return { ...exhibit, notes: [...new Set([...exhibit.notes, found.message])] };
}

/**
 * Whether the graph contradicts the agent's verdict for every needed detail. Returns false if the
 * check costs too much.
 */
function isContradicted(
  { about: { needs }, witness }: Trace,
  { errorType, op }: AgentVerdict,
): boolean {
  const { needs: all } = needs;
  const unknown = { link: null, carrier: null, at: 0, inStore: [], flow: undefined };
  const contradicts = (need: Need) => witness.contradicts({ errorType, op, need, ...unknown });
  try {
    return all.length > 0 && all.every(contradicts);
  } catch (error) {
    if (error instanceof TooMuchEffort) return false;
    throw error;
  }
}
