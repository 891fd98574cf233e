/** Writes cases that people labelled as annotations of a MemTraceBench file. */

import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { broughtAnnotations } from "../../graph/smartcomment/export.ts";
import type { Case } from "../../protocol/api/api.ts";
import { comparableText } from "./comparable-text.ts";
import { furtherCauseFields, writtenErrorType } from "./label-causes.ts";

type Annotation = Record<string, unknown>;

/**
 * The graph's annotations with its labels. A label replaces the label of an imported annotation for
 * the same answer. Every other labelled case gets an annotation of its own.
 */
export function annotationsOf(graph: EvolutionGraph, labelled: readonly Case[]): Annotation[] {
  const brought = broughtAnnotations(graph);
  const own = new Map(labelled.map((item) => [keyOf(item.query, item.prediction), item]));
  const kept = brought.map((annotation) => {
    const key = keyOf(String(annotation.query), String(annotation.prediction));
    const item = own.get(key);
    own.delete(key);
    return item === undefined ? annotation : { ...annotation, ...truthOf(item) };
  });
  return [...kept, ...[...own.values()].map((item) => ({ ...caseOf(item), ...truthOf(item) }))];
}

function keyOf(query: string, prediction: string): string {
  return JSON.stringify([comparableText(query), comparableText(prediction)]);
}

function caseOf(item: Case): Annotation {
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

function truthOf({ label }: Case): Annotation {
  if (label === null) return {};
  const { errorType, op, link, reason } = label;
  return {
    final_error_type: writtenErrorType(errorType),
    final_op_id: op,
    final_edge_id: link,
    reason,
    ...furtherCauseFields(label),
  };
}
