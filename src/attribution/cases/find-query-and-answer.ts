/** Finds a case's question and answer among the graph's variables. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { readable } from "../../text/words.ts";

/** The text without surrounding quotes and spaces, for comparison with recorded values. */
export function comparableText(value: string): string {
  return readable(value)
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .trim();
}

/** The text without case, quotes, escapes and line breaks, for finding a quote in a recorded value. */
export function comparableQuote(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s"'“”‘’\\]+/g, " ")
    .trim();
}

/** Longer values are not compared: no question or answer is that long. */
const MAX_LOCATED_CHARS = 40_000;

function variablesByText(graph: EvolutionGraph): ReadonlyMap<string, readonly Variable[]> {
  const index = new Map<string, Variable[]>();
  for (const variable of graph.variables.values()) {
    if (variable.value.length > MAX_LOCATED_CHARS) continue;
    const text = comparableText(variable.value);
    const equal = index.get(text);
    if (equal) equal.push(variable);
    else index.set(text, [variable]);
  }
  return index;
}

function locate(
  graph: EvolutionGraph,
  text: string,
  wanted: (v: Variable) => boolean,
): Variable | undefined {
  const written = comparableText(text);
  return written === "" ? undefined : graph.derived(variablesByText).get(written)?.findLast(wanted);
}

/** The variable that holds the given answer: by id, otherwise by its text. */
export function locateAnswer(graph: EvolutionGraph, failed: FailedCase): Variable | undefined {
  const given =
    failed.predictionId === undefined ? undefined : graph.variables.get(failed.predictionId);
  if (given !== undefined) return given;
  return (
    locate(graph, failed.prediction, (v) => kindOf(v) === "answer") ??
    locate(
      graph,
      failed.prediction,
      (v) => graph.linksTo(v.id).length > 0 && kindOf(v) !== "expected",
    )
  );
}

/** The variable that holds the question: by id, otherwise by its text, preferably one that leads to the answer. */
export function locateQuery(
  graph: EvolutionGraph,
  failed: FailedCase,
  answer: Variable | undefined,
): Variable | undefined {
  const given = failed.queryId === undefined ? undefined : graph.variables.get(failed.queryId);
  if (given !== undefined) return given;
  const leadsToAnswer = (v: Variable) =>
    answer !== undefined &&
    graph.linksFrom(v.id).some((l) => graph.linksOf(l.op).some((o) => o.to === answer.id));
  return (
    locate(graph, failed.query, leadsToAnswer) ??
    locate(graph, failed.query, (v) => graph.linksFrom(v.id).length > 0)
  );
}

/** The text without the question. Repeating the question does not answer it. */
export function withoutQuestion(text: string, question: string): string {
  const written = comparableText(question);
  return written === "" ? text : text.replaceAll(written, " ");
}
