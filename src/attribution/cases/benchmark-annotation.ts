/**
 * Writes a labelled case as a MemTraceBench annotation. MemTraceBench finds the question and answer
 * by their variable ids. So the graph must contain both variables.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Case } from "../../protocol/api/api.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { casesOfAnnotations } from "./annotations.ts";
import { locateAnswer, locateQuery } from "./find-query-and-answer.ts";
import { judgeStep } from "./judge-step.ts";
import { annotationOf, type broughtByAnswer, hasCorrectedAnswers } from "./write-annotations.ts";

type Annotation = Readonly<Record<string, unknown>>;

/** Maximum number of characters of an annotation, which must fit into one database row. */
const MAX_ANNOTATION_CHARS = 1_000_000;

/**
 * Returns the annotation. If the case cannot be exported yet, returns an error message that says
 * what the user must do.
 */
export function benchmarkAnnotation(
  graph: EvolutionGraph,
  item: Case,
  brought: ReturnType<typeof broughtByAnswer>,
): Result<Annotation, string> {
  if (item.label === null)
    return failure(
      "No label counts for it. Label the case, or adjudicate if labels differ, then freeze again.",
    );
  const unknown = unknownCause(graph, item);
  if (unknown !== undefined) return failure(unknown);
  const annotation = withIds(graph, item, annotationOf(item, brought));
  if (annotation.query_id === null) {
    return failure(
      "The graph does not record its question as a variable. Record questions, then open the case again.",
    );
  }
  if (annotation.prediction_id === null) {
    return failure(
      "The graph does not record its answer as a variable. Record answers, then open the case again.",
    );
  }
  const read = casesOfAnnotations(graph, [annotation]);
  if (!read.ok) {
    const place = read.fault.path.replace(/^data\.annotations\[0\]\.?/, "");
    return failure(`${place}: ${read.fault.message}. Label the case again.`);
  }
  if (JSON.stringify(annotation).length > MAX_ANNOTATION_CHARS) {
    return failure(`Its annotation has more than ${MAX_ANNOTATION_CHARS} characters.`);
  }
  return success(annotation);
}

function unknownCause({ operations, links }: EvolutionGraph, { label }: Case): string | undefined {
  if (label === null) return undefined;
  const named = [label.op, ...label.also.map(({ op }) => op)];
  const op = named.find((id) => id !== null && !operations.has(id));
  const again = "which its graph does not have. Label the case again.";
  if (op !== undefined) return `The label names the operation ${op}, ${again}`;
  if (label.link === null || links.has(label.link)) return undefined;
  return `The label names the link ${label.link}, ${again}`;
}

function withIds(graph: EvolutionGraph, item: Case, annotation: Annotation): Annotation {
  const failed: FailedCase = {
    query: item.query,
    prediction: item.prediction,
    expected: item.expected,
    evidence: item.evidence,
    ...idOf("queryId", annotation.query_id),
    ...idOf("predictionId", annotation.prediction_id),
  };
  const answer = locateAnswer(graph, failed);
  return {
    ...annotation,
    query_id: annotation.query_id ?? locateQuery(graph, failed, answer)?.id ?? null,
    prediction_id: annotation.prediction_id ?? answer?.id ?? null,
    // If the label corrects the expected answer, no recorded variable has the corrected text.
    golden_answers_id: hasCorrectedAnswers(item.label)
      ? null
      : (annotation.golden_answers_id ?? expectedId(graph, answer?.id) ?? null),
  };
}

function idOf<K extends string>(key: K, id: unknown): Partial<Record<K, string>> {
  const record: Partial<Record<K, string>> = {};
  if (typeof id === "string") record[key] = id;
  return record;
}

/** Returns the id of the expected answer with which the judge compared the given answer. */
function expectedId(graph: EvolutionGraph, prediction: string | undefined): string | undefined {
  if (prediction === undefined) return undefined;
  for (const { op } of graph.linksFrom(prediction)) {
    const operation = graph.operations.get(op);
    const step = operation && judgeStep(graph, operation);
    if (step?.expected !== undefined) return step.expected.id;
  }
  return undefined;
}
