import { agrees } from "../confidence/confidence-features.ts";
import { withDecidingStep } from "../flow/deciding-step.ts";
import { lossFinding, responseFinding } from "../flow/find-losses.ts";
import type { LossFinding, Traced } from "../flow/finding.ts";
import { lastRetrievalLoss } from "../flow/retrieval/retrieval-loss.ts";
import type { Witness } from "./witness.ts";

/**
 * If the graph contradicts the first finding, replaces it with the next suspect that the graph does
 * not contradict. If the graph contradicts all suspects, returns no findings.
 */
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

/** Yields the other suspects in the order in which `tenable` checks them. */
function* hypotheses(
  { findings, ifFree, tracing }: Traced,
  witness: Witness,
): Generator<LossFinding> {
  const [first, ...rest] = findings;
  const need = first?.need;
  if (first === undefined || need === undefined) return;
  const { flow } = first;
  const read = witness.contextStating(need);
  // If the answering operation read a text with this detail, no earlier operation lost the detail.
  // Then another detail was lost (see `rest`), or the answering operation ignored this detail.
  if (read !== undefined) {
    yield* rest;
    yield { ...responseFinding({ need, flow }, tracing), carrier: read.id };
  }
  const units = witness.unitsStating(need);
  const inStore = units.map(({ id }) => id);
  if (units.length > 0) yield { ...lastRetrievalLoss([need], units, tracing), need, inStore, flow };
  for (const loss of flow?.losses.toReversed() ?? [])
    yield withDecidingStep({ ...lossFinding(loss, tracing), need, inStore: [], flow }, tracing);
  yield* rest;
  yield* ifFree.slice(0, 1);
}
