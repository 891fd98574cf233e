/** Chooses the operation to blame for a wrong answer, or says why no prompt can be at fault. */
import { rolesOf } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Attribution, FailedCase } from "../protocol/api/attribution.ts";
import type { BlameMode } from "../protocol/api/proposals.ts";
import type { Blame } from "./case-brief.ts";

export type Blamed =
  | { readonly ok: true; readonly blame: Blame }
  | { readonly ok: false; readonly why: string };

/** The mode `response` ignores the attribution. */
export function blameOf(
  graph: EvolutionGraph,
  failed: FailedCase,
  attribution: Attribution | null,
  mode: BlameMode,
): Blamed {
  return mode === "response" ? answering(graph, failed) : decisive(graph, attribution);
}

function decisive(graph: EvolutionGraph, attribution: Attribution | null): Blamed {
  if (attribution === null) return unfixable("The case is not attributed.");
  if (attribution.outcome === "undecided") {
    return unfixable("The verdict is undecided, so no operation is known to be at fault.");
  }
  const { errorType, op, opName, reason } = attribution;
  if (errorType === "AnnotationError") {
    return unfixable("The expected answer is at fault, not the system.");
  }
  if (errorType === "JudgeError") return unfixable("The judge is at fault, not the system.");
  if (op === null || !graph.operations.has(op)) {
    return unfixable("No operation of the graph was found to be decisive.");
  }
  return { ok: true, blame: { op, opName: opName ?? op, errorType, reason } };
}

function answering(graph: EvolutionGraph, failed: FailedCase): Blamed {
  const { answerOp } = rolesOf(graph, failed);
  if (answerOp === undefined) {
    return unfixable("The recording does not say which operation answered.");
  }
  const { id: op, name: opName } = answerOp;
  const reason = `${opName} gave the answer, which was judged wrong.`;
  return { ok: true, blame: { op, opName, errorType: "ResponseError", reason } };
}

function unfixable(why: string): Blamed {
  return { ok: false, why };
}
