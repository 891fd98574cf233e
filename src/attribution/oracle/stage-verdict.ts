import type { Attribution } from "../../protocol/api/attribution.ts";
import type { Trace } from "../attribute.ts";
import { tenable } from "../claims/tenable.ts";
import { explainLoss, explainOutside } from "../explain/explain.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { MOST_RETRACED } from "../thresholds.ts";
import type { Belief } from "./belief.ts";
import type { Hypothesis } from "./hypotheses.ts";

/**
 * Returns the most probable verdict. Its confidence is its probability. If the graph contradicts
 * this verdict, returns another one that blames the next suspected operation (see `tenable`). The
 * other verdict has a low confidence.
 */
export function verdictOf(
  trace: Trace,
  tracing: Tracing,
  { ranked }: Belief<Hypothesis>,
): Attribution {
  const [first] = ranked;
  if (first === undefined) return trace.attribution;
  const { explained, isRetraced } = explanationOf(first.hypothesis, trace, tracing);
  if (explained.outcome === "undecided") return explained;
  const chance = isRetraced ? Math.min(MOST_RETRACED, explained.confidence) : first.chance;
  return { ...explained, confidence: Math.round(100 * chance) / 100 };
}

function explanationOf(
  { errorType, op, finding }: Hypothesis,
  { attribution, about, traced, witness }: Trace,
  tracing: Tracing,
): { readonly explained: Attribution; readonly isRetraced: boolean } {
  if (attribution.errorType === errorType && attribution.op === op)
    return { explained: attribution, isRetraced: traced?.isRetraced === true };
  if (finding === undefined || errorType === "AnnotationError" || errorType === "JudgeError") {
    const fault = errorType === "JudgeError" ? "judge" : "denied";
    return { explained: explainOutside(about, fault, tracing), isRetraced: false };
  }
  const others = (traced?.findings ?? []).filter((each) => each.op !== op);
  const found = tenable(
    {
      ...{ tracing, findings: [finding, ...others] },
      ...{ ifFree: traced?.ifFree ?? [], isRetraced: false },
    },
    witness,
  );
  return {
    explained: explainLoss(about, found, witness, undefined),
    isRetraced: found.isRetraced,
  };
}
