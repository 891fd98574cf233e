/**
 * Finds the recorded questions. They are needed for two reasons. First, the operations that
 * answered the latest question show which variables are memory units. Second, operations that only
 * work on questions do not write into the memory, so they cannot lose a fact on the way to it.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { comparableText } from "../cases/comparable-text.ts";

export interface AskedQuestions {
  /**
   * The latest question, as a case without an expected answer. If there is no question, all texts
   * are empty.
   */
  readonly latest: FailedCase;
  readonly isAsking: (op: string) => boolean;
}

export function* askedQuestions(graph: EvolutionGraph): InTurns<AskedQuestions> {
  const order = executionOrder(graph);
  yield costOf(graph.variables.size);
  const asked = [...graph.variables.values()].filter(
    (variable) => kindOf(variable) === "query" && graph.linksFrom(variable).length > 0,
  );
  const asking = new Set<string>();
  for (const query of asked) {
    yield costOf(1 + graph.linksFrom(query).length);
    addStepsOf(query, graph, asking);
  }
  const beginOf = ({ id }: Variable) =>
    graph
      .linksFrom(id)
      .reduce((first, { op }) => Math.min(first, order.get(op) ?? 0), Number.POSITIVE_INFINITY);
  const last = asked.map((query) => ({ query, at: beginOf(query) })).sort((a, b) => a.at - b.at);
  return { latest: caseOf(last.at(-1)?.query, graph), isAsking: (op) => asking.has(op) };
}

/**
 * Adds to `asking` the operations that read the question. Then adds the operations that read the
 * outputs of these operations, and so on. If an operation that is not in `asking` also wrote an
 * output, the search does not follow this output.
 */
function addStepsOf(query: Variable, graph: EvolutionGraph, asking: Set<string>): void {
  const seen = new Set([query.id]);
  for (const id of seen) {
    for (const { op, to } of graph.linksFrom(id)) {
      asking.add(op);
      if (graph.linksTo(to).every((link) => asking.has(link.op))) seen.add(to);
    }
  }
}

function caseOf(query: Variable | undefined, graph: EvolutionGraph): FailedCase {
  if (query === undefined) return { query: "", prediction: "", expected: [], evidence: [] };
  const answer = graph
    .linksFrom(query)
    .map(({ to }) => graph.variables.get(to))
    .find((variable) => variable !== undefined && kindOf(variable) === "answer");
  return {
    ...{ query: comparableText(query.value), queryId: query.id, expected: [], evidence: [] },
    prediction: answer === undefined ? "" : comparableText(answer.value),
    ...(answer === undefined ? {} : { predictionId: answer.id }),
  };
}
