import type { RightAnswer } from "../../../attribution/cases/discover-cases.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { MAX_ANSWER_CHARS } from "../../../protocol/api/annotation/answers.ts";
import { MAX_STORED_EXPECTED } from "../../../protocol/limits.ts";
import { cutText } from "../../../text/cut-text.ts";
import { saysSomething } from "../../../text/says-something.ts";
import type { rightAnswer } from "../../schema/annotation/answers.ts";
import { caseIdOf } from "../new-cases.ts";

export type NewRightAnswer = Omit<typeof rightAnswer.$inferSelect, "project" | "graph">;

const shortened = (text: string) => cutText(text, MAX_ANSWER_CHARS);

export function rightAnswers(
  project: string,
  graph: EvolutionGraph,
  found: readonly RightAnswer[],
  now: number,
): NewRightAnswer[] {
  return found.map((item) => ({
    id: answerIdOf(project, graph, item),
    origin: item.origin === "judge" || item.origin === "model" ? item.origin : "verdict",
    query: shortened(item.query),
    queryId: item.queryId ?? null,
    expected: item.expected.filter(saysSomething).slice(0, MAX_STORED_EXPECTED).map(shortened),
    prediction: shortened(item.prediction),
    predictionId: item.predictionId ?? null,
    score: item.score,
    system: graph.header.system ?? null,
    sessionCategory: item.sessionCategory ?? null,
    occurredAt: item.occurredAt,
    createdAt: now,
  }));
}

/** If the answer becomes a case, the case has the same id, but with `case_` instead of `ans_`. */
export function answerIdOf(
  project: string,
  { header }: EvolutionGraph,
  { key }: Pick<RightAnswer, "key">,
): string {
  return caseIdOf(project, header.id, key).replace(/^case_/, "ans_");
}
