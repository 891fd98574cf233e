/** Chooses the operation to blame for a wrong answer, or explains why no prompt can be at fault. */

import { rolesOf } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Attribution, FailedCase } from "../protocol/api/attribution.ts";
import type { BlameMode } from "../protocol/api/proposals.ts";
import { failure, type Result, success } from "../protocol/result.ts";
import type { Blame } from "./case-brief.ts";

/** The operation to blame, or a sentence that explains why there is none. */
export type Blamed = Result<Blame, string>;

/**
 * Returns the operation whose prompt should be improved. In the mode `response`, this is always the
 * operation that gave the answer. Otherwise, it is the operation that the verdict names.
 */
export function blameOf(
  graph: EvolutionGraph,
  failed: FailedCase,
  attribution: Attribution | null,
  mode: BlameMode,
): Blamed {
  return mode === "response" ? answering(graph, failed) : decisive(graph, attribution);
}

function decisive(graph: EvolutionGraph, attribution: Attribution | null): Blamed {
  if (attribution === null) return failure("The case is not attributed.");
  if (attribution.outcome === "undecided") {
    return failure("The verdict is undecided, so no operation is known to be at fault.");
  }
  const { errorType, subKind, op, opName, reason } = attribution;
  if (errorType === "AnnotationError") {
    return failure("The expected answer is at fault, not the system.");
  }
  if (errorType === "JudgeError") return failure("The judge is at fault, not the system.");
  if (op === null || !graph.operations.has(op)) {
    return failure("No operation of the graph was found to be decisive.");
  }
  return success({ op, opName: opName ?? op, errorType, subKind, reason });
}

function answering(graph: EvolutionGraph, failed: FailedCase): Blamed {
  const { answerOp } = rolesOf(graph, failed);
  if (answerOp === undefined) {
    return failure("The recording does not say which operation answered.");
  }
  const { id: op, name: opName } = answerOp;
  const reason = `${opName} gave the answer, which was judged wrong.`;
  return success({ op, opName, errorType: "ResponseError", subKind: null, reason });
}
