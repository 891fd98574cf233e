/**
 * The flow tracer first; where it is unsure the oracle; where that does not settle it the agent.
 * Without a model there is nothing but the flow tracer.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Attribution, CarryAnswer, FailedCase } from "../protocol/attribution.ts";
import type { Model } from "../protocol/model.ts";
import { type Trace, trace } from "./attribute.ts";
import { carryRequest } from "./carry-question.ts";
import type { Judgement } from "./judged.ts";
import { MeteredModel } from "./metered-model.ts";
import { consultOracle } from "./oracle.ts";
import type { CarryQuestion } from "./oracle-answers.ts";

/** From this confidence on nobody else is asked. */
export const SURE = 0.9;
/** What a verdict is worth that every answer of the oracle bears out, at least. */
const SETTLED = 0.9;
const MAX_QUESTIONS = 16;
/** Characters that the verdict keeps of a detail and of the words that show it. */
const MAX_QUOTE_CHARS = 300;

export interface ModelUse {
  readonly model: Model;
  readonly usdPerCase: number;
  /** `hybrid` asks only where the one before is unsure; the others always ask. */
  readonly method: "oracle" | "agent" | "hybrid";
  /** The team's own words on how its memory works. */
  readonly systemDescription: string;
}

export async function attributeWithModel(
  graph: EvolutionGraph,
  failed: FailedCase,
  use: ModelUse,
): Promise<Attribution> {
  const first = trace(graph, failed);
  if (use.method === "hybrid" && first.attribution.confidence >= SURE) {
    return { ...first.attribution, decidedBy: "flow" };
  }
  const model = new MeteredModel(use.model, use.usdPerCase);
  return askOracle(graph, failed, model, first);
}

async function askOracle(
  graph: EvolutionGraph,
  failed: FailedCase,
  model: MeteredModel,
  first: Trace,
): Promise<Attribution> {
  const answers: CarryAnswer[] = [];
  const ask = async (question: CarryQuestion): Promise<Judgement | undefined> => {
    const answer = await model.ask(carryRequest(question));
    if (!answer.ok) return undefined;
    const { states, words } = answer.value;
    const detail = question.detail.text.slice(0, MAX_QUOTE_CHARS);
    answers.push({ detail, states, words: words.slice(0, MAX_QUOTE_CHARS) });
    return answer.value.states;
  };
  const { attribution, settled } = await consultOracle(graph, failed, ask, MAX_QUESTIONS, first);
  const { spent, failure } = model;
  const decided = answers.length > 0;
  return {
    ...attribution,
    confidence:
      settled && decided ? Math.max(SETTLED, attribution.confidence) : attribution.confidence,
    decidedBy: decided ? "oracle" : "flow",
    spent,
    answers,
    notes: failure === undefined ? attribution.notes : [...attribution.notes, failure.message],
  };
}
