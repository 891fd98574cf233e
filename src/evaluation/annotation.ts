/** Splits an annotation into the case for the attributor and the label for the scorer. */
import { type Cause, furtherCauses, readErrorType } from "../attribution/cases/label-causes.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { FailedCase } from "../protocol/api/attribution.ts";
import { ERROR_TYPES, type ErrorType } from "../protocol/error-types.ts";
import { type Json, textOf } from "./trace-file.ts";

/** Returns the case; undefined if the annotation has no question or no answer. */
export function knownCase(
  annotation: Json,
  {
    evidence,
    withoutExpected,
  }: {
    readonly evidence: "given" | "found";
    readonly withoutExpected: boolean;
  },
): FailedCase | undefined {
  const query = textOf(annotation.query);
  const prediction = textOf(annotation.prediction);
  if (query === undefined || prediction === undefined) return undefined;
  const optional = {
    queryId: textOf(annotation.query_id),
    predictionId: textOf(annotation.prediction_id),
    expectedId: withoutExpected ? undefined : textOf(annotation.golden_answers_id),
    judgeReason: textOf(annotation.judge_response),
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, v]) => v !== undefined));
  return {
    query,
    prediction,
    expected: withoutExpected ? [] : textsOf(annotation.golden_answers),
    evidence: evidence === "given" ? textsOf(annotation.source_evidence_ids) : [],
    ...known,
  };
}

export interface Truth extends Cause {
  /** Other causes that also count as right. */
  readonly also: readonly Cause[];
}

/** Returns the label; undefined if the label is missing or has an unknown error type. */
export function truthOf(annotation: Json): Truth | undefined {
  const errorType = readErrorType(annotation.final_error_type);
  if (errorType === undefined) return undefined;
  const first = { errorType, op: textOf(annotation.final_op_id) ?? null };
  return { ...first, also: furtherCauses(annotation, first) };
}

/** Whether the verdict names the main cause in the label, or one of the label's other causes. */
export function isNamed(
  { errorType, op, also }: Truth,
  verdict: { readonly errorType: ErrorType | null; readonly op: string | null },
): boolean {
  return [{ errorType, op }, ...also].some(
    (cause) => cause.errorType === verdict.errorType && cause.op === verdict.op,
  );
}

/**
 * Returns the reason why the label cannot be scored. Returns undefined if it can be scored, or if
 * there is no label.
 */
export function labelProblem(annotation: Json, graph: EvolutionGraph): string | undefined {
  const { final_error_type: type, final_op_id: op } = annotation;
  if (type === undefined || type === null) return undefined;
  if (truthOf(annotation) === undefined) {
    return `final_error_type is ${JSON.stringify(type)}, and must be one of ${ERROR_TYPES.join(", ")}`;
  }
  if (op === undefined || op === null) return undefined;
  return typeof op === "string" && graph.operations.has(op)
    ? undefined
    : `final_op_id is ${JSON.stringify(op)}, and the file has no operation of this id`;
}

export function labelledEvidence(annotation: Json): string[] {
  return textsOf(annotation.source_evidence_ids);
}

export function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((item: unknown) =>
    typeof item === "string" ? [item] : typeof item === "number" ? [String(item)] : [],
  );
}
