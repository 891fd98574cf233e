import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import type { Operation } from "../../graph/model.ts";
import { PASSING_SCORE } from "../../protocol/thresholds.ts";
import { AnswerTimes } from "./answer-times.ts";
import { comparableText } from "./comparable-text.ts";
import { judgeStep } from "./judge-step.ts";

export interface ScoredAnswer {
  /**
   * When the answer was given, in milliseconds since the epoch. If this is unknown, when it was
   * judged.
   */
  readonly at: number;
  readonly isWrong: boolean;
}

/**
 * Returns each scored answer to a question once. If a verdict and a judge operation score the same
 * answer, the score of the verdict is used.
 */
export function* scoredAnswers(graph: EvolutionGraph): InTurns<ScoredAnswer[]> {
  const times = new AnswerTimes(graph);
  const answers = new Map<string, ScoredAnswer>();
  const add = (query: string, prediction: string, answer: ScoredAnswer) => {
    const key = JSON.stringify([comparableText(query), comparableText(prediction)]);
    if (!answers.has(key)) answers.set(key, answer);
  };
  for (const { query, queryId, prediction, predictionId, score, at } of graph.verdicts) {
    yield costOf(1) + query.length + prediction.length;
    const given = times.givenAt(queryId, predictionId, at);
    add(query, prediction, { at: given, isWrong: score < PASSING_SCORE });
  }
  for (const operation of scoringOperations(graph)) {
    yield costOf(1 + graph.linksOf(operation.id).length);
    const step = judgeStep(graph, operation);
    if (step === undefined) continue;
    const { query, prediction, score } = step;
    const judged = operation.startedAt ?? operation.at;
    const given = times.givenAt(query.id, prediction.id, judged);
    yield query.value.length + prediction.value.length;
    add(query.value, prediction.value, { at: given, isWrong: score < PASSING_SCORE });
  }
  return [...answers.values()];
}

/**
 * Finds the operations that scored an answer. It looks at the links of the score variables, because
 * even a large graph has few of them.
 */
function scoringOperations(graph: EvolutionGraph): Operation[] {
  const { labels, variables } = graph.rows.table;
  const scores = Array.from(graph.rows.variables).flatMap((row) =>
    labels.at(variables.className.at(row)) === "judge_score" ? graph.rows.variableId(row) : [],
  );
  const links = scores.flatMap((id) => [...graph.linksTo(id), ...graph.linksFrom(id)]);
  return [...new Set(links.map(({ op }) => op))].flatMap((op) => graph.operations.get(op) ?? []);
}
