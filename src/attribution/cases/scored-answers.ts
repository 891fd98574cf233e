/** All answers of a graph that have a score, right and wrong ones. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Operation } from "../../graph/model.ts";
import { PASSING_SCORE } from "../../protocol/thresholds.ts";
import { comparableText } from "./find-query-and-answer.ts";
import { judgeStep } from "./judge-step.ts";

export interface ScoredAnswer {
  /** When it was given, or when it was judged if that is unknown; in milliseconds. */
  readonly at: number;
  readonly isWrong: boolean;
}

/** Each answer to a question once. A verdict takes precedence over a judge operation. */
export function scoredAnswers(graph: EvolutionGraph): ScoredAnswer[] {
  const answers = new Map<string, ScoredAnswer>();
  const add = (query: string, prediction: string, answer: ScoredAnswer) => {
    const key = JSON.stringify([comparableText(query), comparableText(prediction)]);
    if (!answers.has(key)) answers.set(key, answer);
  };
  for (const { query, queryId, prediction, predictionId, score, at } of graph.verdicts) {
    const given = givenAt(graph, queryId, predictionId, at);
    add(query, prediction, { at: given, isWrong: score < PASSING_SCORE });
  }
  for (const operation of scoringOperations(graph)) {
    const step = judgeStep(graph, operation);
    if (step === undefined) continue;
    const { query, prediction, score } = step;
    const judged = operation.startedAt ?? operation.at;
    const given = givenAt(graph, query.id, prediction.id, judged);
    add(query.value, prediction.value, { at: given, isWrong: score < PASSING_SCORE });
  }
  return [...answers.values()];
}

/** The operations that link a score. Starts from the scores, because graphs are large. */
function scoringOperations(graph: EvolutionGraph): Operation[] {
  const { labels, variables } = graph.rows.table;
  const scores = Array.from(graph.rows.variables).flatMap((row) =>
    labels.at(variables.className.at(row)) === "judge_score" ? graph.rows.variableId(row) : [],
  );
  const links = scores.flatMap((id) => [...graph.linksTo(id), ...graph.linksFrom(id)]);
  return [...new Set(links.map(({ op }) => op))].flatMap((op) => graph.operations.get(op) ?? []);
}

/** When the last step that wrote the answer ended, before the judgement; of this question's steps if known. */
function givenAt(
  graph: EvolutionGraph,
  query: string | undefined,
  prediction: string | undefined,
  judged: number,
): number {
  if (prediction === undefined) return judged;
  const asking = new Set(query === undefined ? [] : graph.linksFrom(query).map(({ op }) => op));
  const writers = [...new Set(graph.linksTo(prediction).map(({ op }) => op))];
  const own = writers.filter((op) => asking.has(op));
  const ends = (own.length > 0 ? own : writers).flatMap((op) => {
    const { endedAt, startedAt, at } = graph.operations.get(op) ?? {};
    const end = endedAt ?? startedAt ?? at;
    return end !== undefined && end <= judged ? end : [];
  });
  return ends.length > 0 ? Math.max(...ends) : judged;
}
