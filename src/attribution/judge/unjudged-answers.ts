/** Finds the answers that were neither scored nor corrected by the user. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import { answeredQuestions } from "../cases/answered-questions.ts";
import { comparableText } from "../cases/comparable-text.ts";
import { type DiscoveredCase, discovered, judgedInTurns } from "../cases/discover-cases.ts";
import { findCorrections } from "../corrections/find-corrections.ts";

/**
 * Returns one case for each answer that was neither scored nor corrected. `expected` has the
 * expected answers that the graph records for the question.
 */
export function* unjudgedAnswers(graph: EvolutionGraph): InTurns<DiscoveredCase[]> {
  const { right, wrong } = yield* judgedInTurns(graph);
  const known = new Set([...right, ...wrong].map(({ key }) => key));
  for (const { key } of yield* findCorrections(graph)) known.add(key);
  const found = new Map<string, DiscoveredCase>();
  for (const { query, answer, op, answeredAt } of yield* answeredQuestions(graph)) {
    yield query.value.length + answer.value.length;
    const failed = {
      ...{ query: comparableText(query.value), queryId: query.id, evidence: [] },
      ...{ prediction: comparableText(answer.value), predictionId: answer.id },
      expected: expectedFor(graph, query.id),
    };
    const item = discovered(graph, failed, "model", answeredAt, op.session);
    if (!known.has(item.key)) found.set(item.key, item);
  }
  return [...found.values()];
}

/** Returns the recorded expected answers that an operation read together with the question. */
function expectedFor(graph: EvolutionGraph, query: string): string[] {
  const steps = new Set(graph.linksFrom(query).map(({ op }) => op));
  const ends = [...steps].flatMap((op) => graph.endsOf(op).inputs);
  const expected = ends.filter((variable) => kindOf(variable) === "expected");
  return [...new Set(expected.map(({ value }) => comparableText(value)))];
}
