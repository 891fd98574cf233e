/**
 * Asks the flow tracer first. The oracle checks unsure verdicts. The agent gets the cases that the
 * oracle leaves open, with the earlier findings as its first exhibit. Without a model, only the
 * tracer runs.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { atOnce } from "../graph/in-turns.ts";
import type { Attribution, CarryAnswer, FailedCase } from "../protocol/api/attribution.ts";
import type { Model } from "../protocol/model.ts";
import { investigate } from "./agent/agent.ts";
import { secondOpinion } from "./agent/second-opinion.ts";
import type { Strategy } from "./agent/tools.ts";
import type { AgentVerdict } from "./agent/verdict-form.ts";
import { type Trace, traceInTurns } from "./attribute.ts";
import type { Judgement } from "./carry/carry-answers.ts";
import { Effort, type Run } from "./effort.ts";
import { unlessTooMuch, withoutGuess } from "./explain/undecided.ts";
import { carryRequest } from "./oracle/carry-question.ts";
import { MeteredModel } from "./oracle/metered-model.ts";
import { consultOracle } from "./oracle/oracle.ts";
import type { CarryQuestion } from "./oracle/oracle-answers.ts";
import { REWORDED_MEMORY, SURE } from "./thresholds.ts";

const MAX_QUESTIONS = 16;
/** Characters that the verdict keeps of a detail and of the words that show it. */
const MAX_QUOTE_CHARS = 300;

export interface ModelUse {
  readonly model: Model;
  readonly usdPerCase: number;
  /**
   * `hybrid` asks the next stage only if the one before is unsure; the other methods always ask.
   */
  readonly method: "oracle" | "agent" | "hybrid";
  /** The team's own words on how its memory works. */
  readonly systemDescription: string;
  /** Else along the links where there is a message to begin with, in the log where not. */
  readonly strategy?: Strategy;
  /** Runs long work, for example so that other requests can run in between; at once by default. */
  readonly run?: Run;
}

export async function attributeWithModel(
  graph: EvolutionGraph,
  failed: FailedCase,
  use: ModelUse,
): Promise<Attribution> {
  const run = use.run ?? (async (work) => atOnce(work));
  try {
    const first = await run(traceInTurns(graph, failed, new Effort()));
    return await withModel(graph, failed, { ...use, run }, first);
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
  const model = new MeteredModel(use.model, use.usdPerCase);
  let verdict: Attribution = { ...first.attribution, decidedBy: "flow" };
  const isOpen = () => use.method === "hybrid" && (verdict.confidence ?? 0) < SURE;
  const isReworded = first.about.paraphrase.fresh > REWORDED_MEMORY;
  if (use.method === "oracle" || isOpen() || (use.method === "hybrid" && isReworded)) {
    verdict = await askOracle(graph, failed, model, first, use.run);
  }
  if (use.method === "agent" || isOpen()) {
    verdict = await askAgent(graph, failed, { ...use, model }, verdict, first);
  }
  const decided = withoutGuess(verdict);
  return model.wasAsked ? { ...decided, spent: model.spent } : decided;
}

async function askOracle(
  graph: EvolutionGraph,
  failed: FailedCase,
  model: Model,
  first: Trace,
  run: Run,
): Promise<Attribution> {
  const answers: CarryAnswer[] = [];
  let failure: string | undefined;
  const ask = async (question: CarryQuestion): Promise<Judgement | undefined> => {
    const answer = await model.ask(carryRequest(question));
    failure = answer.ok ? failure : answer.message;
    if (!answer.ok) return undefined;
    const { states, words } = answer.value;
    const detail = question.detail.text.slice(0, MAX_QUOTE_CHARS);
    answers.push({ detail, states, words: words.slice(0, MAX_QUOTE_CHARS) });
    return states;
  };
  const { attribution, settled } = await consultOracle(
    graph,
    failed,
    ask,
    MAX_QUESTIONS,
    first,
    model.embed,
    run,
  );
  const isAnswered = answers.length > 0;
  const told = {
    decidedBy: isAnswered ? ("oracle" as const) : ("flow" as const),
    answers,
    notes: failure === undefined ? attribution.notes : [...attribution.notes, failure],
  };
  if (attribution.outcome === "undecided" || !settled || !isAnswered)
    return { ...attribution, ...told };
  return { ...attribution, ...told, confidence: Math.max(SURE, attribution.confidence) };
}

async function askAgent(
  graph: EvolutionGraph,
  failed: FailedCase,
  { model, systemDescription, strategy }: ModelUse,
  exhibit: Attribution,
  first: Trace,
): Promise<Attribution> {
  const chosen = strategy ?? (exhibit.evidence.length > 0 ? "graph-walk" : "log-search");
  const brief = { failed, exhibit, systemDescription, strategy: chosen };
  const found = await investigate(graph, model, brief);
  if (found.ok && isContradicted(first, found.verdict)) {
    const { errorType, op } = found.verdict;
    const at = op === null ? "" : ` at ${graph.operations.get(op)?.name ?? op}`;
    const note = `An agent named ${errorType}${at}, which the graph contradicts.`;
    return { ...exhibit, notes: [...exhibit.notes, note] };
  }
  if (found.ok) return secondOpinion(graph, exhibit, found.verdict);
  return { ...exhibit, notes: [...new Set([...exhibit.notes, found.message])] };
}

/** Whether the graph shows for every needed detail that what the agent says of it is false. */
function isContradicted(
  { about: { needs }, witness }: Trace,
  { errorType, op }: AgentVerdict,
): boolean {
  const { needs: all } = needs;
  const unknown = { link: null, carrier: null, at: 0, inStore: [], flow: undefined };
  return (
    all.length > 0 && all.every((need) => witness.contradicts({ errorType, op, need, ...unknown }))
  );
}
