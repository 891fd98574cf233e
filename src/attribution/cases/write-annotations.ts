import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { broughtAnnotations } from "../../graph/smartcomment/export.ts";
import type { Label } from "../../protocol/api/annotation/labels.ts";
import type { Case } from "../../protocol/api/api.ts";
import { comparableText } from "./comparable-text.ts";
import { furtherCauseFields, withoutFurtherCauses, writtenErrorType } from "./label-causes.ts";
import { detailFields, withoutDetails } from "./label-details.ts";

export type LabelledCase = Pick<
  Case,
  | "query"
  | "queryId"
  | "expected"
  | "prediction"
  | "predictionId"
  | "evidence"
  | "judgeReason"
  | "label"
>;

type Annotation = Record<string, unknown>;

/** Maps a question and its answer (see `keyOf`) to the annotation that was imported for them. */
export function broughtByAnswer(graph: EvolutionGraph): Map<string, Annotation> {
  return new Map(
    broughtAnnotations(graph).map((annotation) => [
      keyOf(String(annotation.query), String(annotation.prediction)),
      annotation,
    ]),
  );
}

/** @param brought the imported annotations, as `broughtByAnswer` returns them */
export function annotationOf(item: Case, brought: ReadonlyMap<string, Annotation>): Annotation {
  const known = brought.get(keyOf(item.query, item.prediction));
  return withTruth(known ?? caseOf(item), item);
}

/**
 * Returns all annotations of the graph. A label in MemTrace replaces an imported label. A labelled
 * case without an imported annotation gets a new one.
 */
export function annotationsOf(
  graph: EvolutionGraph,
  labelled: readonly LabelledCase[],
): Annotation[] {
  const brought = broughtAnnotations(graph);
  const own = new Map(labelled.map((item) => [keyOf(item.query, item.prediction), item]));
  const kept = brought.map((annotation) => {
    const key = keyOf(String(annotation.query), String(annotation.prediction));
    const item = own.get(key);
    own.delete(key);
    return item === undefined ? annotation : withTruth(annotation, item);
  });
  return [...kept, ...[...own.values()].map((item) => withTruth(caseOf(item), item))];
}

function keyOf(query: string, prediction: string): string {
  return JSON.stringify([comparableText(query), comparableText(prediction)]);
}

function caseOf(item: LabelledCase): Annotation {
  return {
    query_id: item.queryId,
    query: item.query,
    golden_answers: item.expected,
    golden_answers_id: null,
    prediction: item.prediction,
    prediction_id: item.predictionId,
    source_evidence_ids: item.evidence,
    judge_response: item.judgeReason,
  };
}

/** Replaces the annotation's label with the case's label. */
function withTruth(annotation: Annotation, { label }: LabelledCase): Annotation {
  if (label === null) return annotation;
  const { errorType, op, link, reason } = label;
  return {
    ...withoutFurtherCauses(withoutDetails(annotation)),
    final_error_type: writtenErrorType(errorType),
    final_op_id: op,
    final_edge_id: link,
    reason,
    ...furtherCauseFields(label),
    ...detailFields(label),
    ...correctedFields(label),
  };
}

/**
 * Whether the exported annotation contains the expected answers of the label, and not those of the
 * case.
 */
export function hasCorrectedAnswers(label: Label | null): boolean {
  return label?.expected !== undefined && isCorrecting(label);
}

/**
 * Whether the export takes the expected answers and the evidence from the label. If the label is an
 * `AnnotationError`, it says that the case's own answers or evidence are wrong. The export then
 * keeps these wrong ones, because they are the error.
 */
const isCorrecting = ({ errorType }: Label): boolean => errorType !== "AnnotationError";

/** Returns the fields from which MemTraceBench reads the expected answers and the evidence. */
function correctedFields(label: Label): Annotation {
  if (!isCorrecting(label)) return {};
  const { expected, evidence } = label;
  return {
    ...(expected === undefined ? {} : { golden_answers: expected, golden_answers_id: null }),
    ...(evidence === undefined ? {} : { source_evidence_ids: evidence }),
  };
}
