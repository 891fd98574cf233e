/** Redacts an annotation of a graph file. Its ids then match the redacted records. */
import { redactedField } from "./redact-event.ts";
import type { Redactor } from "./redactor.ts";

const IDS = new Set([
  ...["query_id", "prediction_id", "golden_answers_id"],
  ...["final_op_id", "final_edge_id"],
]);

export function redactAnnotation(
  annotation: Readonly<Record<string, unknown>>,
  redactor: Redactor,
): Readonly<Record<string, unknown>> {
  const made = Object.entries(annotation).map(([name, value]) => {
    const kind = name === "source_evidence_ids" ? "evidence" : IDS.has(name) ? "id" : "text";
    return [name, redactedField(kind, value, redactor)];
  });
  return Object.fromEntries(made);
}
