import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { comparableText } from "./comparable-text.ts";
import { isAnswer, isGiven, isRead, valuesEqualTo } from "./equal-values.ts";

/**
 * Finds the given answer by the id in the case. If the graph lacks this id, finds the answer by its
 * text.
 */
export function locateAnswer(graph: EvolutionGraph, failed: FailedCase): Variable | undefined {
  const given =
    failed.predictionId === undefined ? undefined : graph.variables.get(failed.predictionId);
  if (given !== undefined) return given;
  const equal = valuesEqualTo(graph, failed.prediction);
  return equal?.last(isAnswer) ?? equal?.last(isGiven);
}

/**
 * Finds the question by the id in the case. Without a known id, finds it by its text. If several
 * variables have this text, the one that the answering operation read is preferred.
 */
export function locateQuery(
  graph: EvolutionGraph,
  failed: FailedCase,
  answer: Variable | undefined,
): Variable | undefined {
  const given = failed.queryId === undefined ? undefined : graph.variables.get(failed.queryId);
  if (given !== undefined) return given;
  const equal = valuesEqualTo(graph, failed.query);
  const leading = answer && equal?.lastReadBy(writersOf(graph, answer));
  return leading ?? equal?.last(isRead);
}

function writersOf(graph: EvolutionGraph, { id }: Variable): ReadonlySet<string> {
  const known = graph.derived(knownWriters);
  const writers = known.get(id) ?? new Set(graph.linksTo(id).map(({ op }) => op));
  known.set(id, writers);
  return writers;
}

function knownWriters(): Map<string, ReadonlySet<string>> {
  return new Map();
}

/** Removes the question from the text. An answer that only repeats the question states nothing. */
export function withoutQuestion(text: string, question: string): string {
  const written = comparableText(question);
  return written === "" ? text : text.replaceAll(written, " ");
}
