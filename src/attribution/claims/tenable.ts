/**
 * The verdict that the graph does not contradict: the tracer's own, else the next best suspect.
 */
import { agrees } from "../confidence/confidence-features.ts";
import { lossFinding, responseFinding } from "../flow/find-losses.ts";
import type { Finding } from "../flow/finding.ts";
import { lastRetrievalLoss } from "../flow/retrieval-loss.ts";
import type { Traced } from "../flow/trace-result.ts";
import type { Witness } from "./witness.ts";

/** The same with a tenable verdict first; without findings where no suspect is tenable. */
export function tenable(traced: Traced, witness: Witness): Traced {
  const { findings } = traced;
  const [first] = findings;
  if (first === undefined || !witness.contradicts(first)) return traced;
  const uncontradicted = findings.filter((finding) => !witness.contradicts(finding));
  for (const finding of hypotheses(traced, witness)) {
    if (finding.op === null || witness.contradicts(finding)) continue;
    const rest = uncontradicted.filter((other) => !agrees(other, finding));
    return { ...traced, findings: [finding, ...rest], isRetraced: true };
  }
  return { ...traced, findings: [], isRetraced: true };
}

/** Other suspects, best first: those that what contradicts the verdict points to lead. */
function* hypotheses({ findings, ifFree, tracing }: Traced, witness: Witness): Generator<Finding> {
  const [first, ...rest] = findings;
  const need = first?.need;
  if (first === undefined || need === undefined) return;
  const { flow } = first;
  const read = witness.contextStating(need);
  // Where the answering step was shown this detail, another one may be missing.
  if (read !== undefined) {
    yield* rest;
    yield { ...responseFinding({ need, flow }, tracing), carrier: read.id };
  }
  const inStore = witness.unitsStating(need).map(({ id }) => id);
  if (inStore.length > 0)
    yield { ...lastRetrievalLoss([need], inStore, tracing), need, inStore, flow };
  for (const loss of flow?.losses.toReversed() ?? [])
    yield { ...lossFinding(loss, tracing), need, inStore: [], flow };
  yield* rest;
  yield* ifFree.slice(0, 1);
}
