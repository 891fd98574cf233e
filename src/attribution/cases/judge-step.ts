import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import { comparableText } from "./comparable-text.ts";

export interface JudgeStep {
  readonly query: Variable;
  readonly prediction: Variable;
  readonly score: number;
  readonly expected: Variable | undefined;
  readonly reason: Variable | undefined;
}

/** Reads an operation that judges an answer. Returns undefined if it did not write a score. */
export function judgeStep(graph: EvolutionGraph, operation: Operation): JudgeStep | undefined {
  const ends = new Set(graph.linksOf(operation.id).flatMap((link) => [link.from, link.to]));
  const byClass = new Map<string, Variable>();
  for (const id of ends) {
    const variable = graph.variables.get(id);
    if (variable?.className !== undefined) byClass.set(variable.className, variable);
  }
  const score = scoreOf(byClass.get("judge_score"));
  const query = byClass.get("query");
  const prediction = byClass.get("prediction");
  if (score === undefined || !query || !prediction) return undefined;
  const expected = byClass.get("golden_answers");
  return { query, prediction, score, expected, reason: byClass.get("judge_response") };
}

function scoreOf(variable: Variable | undefined): number | undefined {
  if (variable === undefined) return undefined;
  const text = comparableText(variable.value);
  const score = Number(text);
  return text === "" || Number.isNaN(score) ? undefined : score;
}
