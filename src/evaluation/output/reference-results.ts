/** Writes the results in the format of the published method (arXiv 2605.28732, “the reference”). */
import { basename, dirname, extname } from "node:path";
import type { ErrorType } from "../../protocol/error-types.ts";
import type { JudgedCase, JudgedFile } from "../judged-case.ts";

export function referenceResults(paths: readonly string[], files: readonly JudgedFile[]) {
  const cases = files.flatMap((file) => file.cases);
  const results = cases.map(resultOf);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const share = (rights: readonly (boolean | null)[]) =>
    mean(rights.flatMap((right) => (right === null ? [] : [right ? 1 : 0])));
  return {
    split: splitOf(paths[0] ?? ""),
    sampled_graph_paths: files.map(({ file }) => file),
    results,
    metrics: {
      total_cases: cases.length,
      error_type_prediction_accuracy: share(results.map((each) => each.is_error_type_correct)),
      operation_identifier_prediction_accuracy: share(results.map((each) => each.is_op_id_correct)),
      cases_by_graph: Object.fromEntries(files.map(({ file, cases: own }) => [file, own.length])),
      error_attribution_cost: {
        average_input_tokens: mean(cases.map(({ cost }) => cost.inputTokens)),
        average_output_tokens: mean(cases.map(({ cost }) => cost.outputTokens)),
        average_minutes: mean(cases.map(({ cost }) => cost.seconds / 60)),
      },
    },
  };
}

/**
 * Compares the verdict with the label. Like the reference, it accepts only the label's main cause,
 * although a label can name further causes. If the case has no label, the two results of the
 * comparison are null.
 */
function resultOf({ file, annotation, attribution }: JudgedCase) {
  const { final_error_type: type, final_op_id: op } = annotation;
  const errorType = nameOf(attribution.errorType);
  const isLabelled = typeof type === "string";
  return {
    ...annotation,
    graph_path: file,
    error_attribution_result: {
      error_type: errorType,
      op_id: attribution.op,
      reason: attribution.reason,
    },
    is_error_type_correct: isLabelled ? nameOf(type) === errorType : null,
    is_op_id_correct: isLabelled ? (op ?? null) === attribution.op && errorType !== null : null,
  };
}

function nameOf(type: ErrorType | string | null): string | null {
  return type === "JudgeError" ? "LLMAsAJudgeError" : type;
}

/** Returns a folder's name. For a file, returns the name of the file's folder. */
function splitOf(path: string): string {
  return basename(extname(path) === "" ? path : dirname(path));
}
