/** Lists the other suspected operations, most probable first, with the reason against each. */
import type { Suspect } from "../../protocol/api/attribution.ts";
import type { Witness } from "../claims/witness.ts";
import { agrees } from "../confidence/confidence-features.ts";
import { lossFinding, responseFinding } from "../flow/find-losses.ts";
import type { LossFinding, Traced } from "../flow/finding.ts";
import { CARRIED } from "../thresholds.ts";

const MAX_SUSPECTS = 5;

/**
 * For each kind of suspect, the share of wrong verdicts for which the label accepts the suspect as
 * the cause. The shares were counted on labelled traces of real memory systems and on generated
 * traces. Some cases named their evidence. For the other cases, the tracer searched for it.
 */
const RIGHT_IF_VERDICT_WRONG = {
  paraphrase: 0.3,
  otherDetail: 0.5,
  otherPath: 0.05,
  retrieval: 0.15,
  response: 0.2,
};

interface Candidate {
  readonly finding: Pick<LossFinding, "errorType" | "op" | "link">;
  readonly confidence: number;
  readonly whyNot: string;
}

export function suspectsOf(traced: Traced, witness: Witness): Suspect[] {
  const { graph } = traced.tracing;
  const decided = traced.findings[0];
  const seen = new Set([decided?.op ?? ""]);
  const names = new Set<string>();
  const suspects: Suspect[] = [];
  for (const { finding, confidence, whyNot } of candidates(traced, witness)) {
    if (suspects.length >= MAX_SUSPECTS) break;
    const { op, errorType, link } = finding;
    if (op === null || seen.has(op)) continue;
    seen.add(op);
    const opName = graph.operations.get(op)?.name ?? op;
    if (names.has(`${opName}/${errorType}`)) continue;
    names.add(`${opName}/${errorType}`);
    suspects.push({
      op,
      opName,
      errorType,
      link,
      confidence: Math.round(confidence * 100) / 100,
      whyNot,
    });
  }
  return suspects.sort((a, b) => b.confidence - a.confidence);
}

function* candidates(
  { findings, ifFree, tracing }: Traced,
  witness: Witness,
): Generator<Candidate> {
  const [decided] = findings;
  if (decided === undefined) return;
  for (const other of ifFree.slice(0, 1)) {
    if (agrees(other, decided)) continue;
    yield {
      finding: other,
      confidence: RIGHT_IF_VERDICT_WRONG.paraphrase,
      whyNot:
        "It lost the detail only if the words that no message uses are a paraphrase of the detail.",
    };
  }
  for (const other of findings.slice(1)) {
    yield {
      finding: other,
      confidence: RIGHT_IF_VERDICT_WRONG.otherDetail,
      whyNot: `It lost another detail, “${other.need?.text ?? ""}”, later than the decisive loss.`,
    };
  }
  for (const loss of decided.flow?.losses.toReversed() ?? []) {
    if (loss.op === decided.decided?.carriedOutBy) continue;
    yield {
      finding: lossFinding(loss, tracing),
      confidence: RIGHT_IF_VERDICT_WRONG.otherPath,
      whyNot: "The detail was lost there too, but on a path that did not lead to the answer.",
    };
  }
  const { roles, carry } = tracing;
  const { need } = decided;
  const inContext = need !== undefined && roles.context.some((v) => carry(v, need) >= CARRIED);
  const isKept = need !== undefined && witness.isStatedByUnit(need);
  if (!inContext && !isKept && decided.errorType !== "RetrievalError") {
    const op = roles.retrievalOps[0]?.id ?? null;
    yield {
      finding: { errorType: "RetrievalError", op, link: null },
      confidence: RIGHT_IF_VERDICT_WRONG.retrieval,
      whyNot: "No memory unit stated the detail any more when it searched.",
    };
  }
  if (!inContext && (need === undefined || witness.contextStating(need) === undefined)) {
    yield {
      finding: responseFinding(decided.need && { need: decided.need, flow: decided.flow }, tracing),
      confidence: RIGHT_IF_VERDICT_WRONG.response,
      whyNot: "Its input did not state the detail.",
    };
  }
}
