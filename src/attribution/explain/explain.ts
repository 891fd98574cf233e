import type { AttributedVerdict, Attribution } from "../../protocol/api/attribution.ts";
import { isFresh } from "../carry/paraphrase-rate.ts";
import { type AnnotationClaims, annotationClaims } from "../claims/annotation-claims.ts";
import type { Witness } from "../claims/witness.ts";
import { confidenceOf, weighable } from "../confidence/confidence.ts";
import type { Finding } from "../flow/finding.ts";
import type { About, Tracing } from "../flow/trace-context.ts";
import type { Traced } from "../flow/trace-result.ts";
import type { AnnotationFault } from "../outside/non-memory-errors.ts";
import { BLIND_DOUBT, blindNote, blindSteps } from "../roles/unrecorded-writes.ts";
import { namelessDoubt } from "../roles/unversioned-units.ts";
import { DENIED_BY_MODEL, MOST_RETRACED } from "../thresholds.ts";
import { chainOf } from "./chain.ts";
import { commonPart } from "./common-part.ts";
import { lostWords, quoted, reasonOf } from "./reason.ts";
import { suspectsOf } from "./suspects.ts";
import { explainContradicted, explainUndecided } from "./undecided.ts";

/**
 * Whether the text after the loss makes the statement with words that no message uses: then a paraphrase
 * and a loss look alike.
 */
function wordedAnew({ need, link, errorType }: Finding, tracing: Tracing): boolean {
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return false;
  const target = link === null ? undefined : tracing.graph.links.get(link)?.to;
  const after = target === undefined ? undefined : tracing.graph.variables.get(target);
  const wording = need && after && tracing.reword(need, after);
  if (need === undefined || wording === undefined || need.core.length === 0) return false;
  const used = new Set(wording.around.map((word) => word.stem));
  const kept = need.around.filter((word) => used.has(word.stem)).length;
  const fresh = wording.around.some((word) => isFresh(word.stem, tracing.reading));
  return fresh && kept > 0 && kept * 4 >= need.around.length;
}

const WORDED_ANEW =
  "The text after the loss makes the statement in words that no message uses; whether they mean the same, words alone cannot tell.";

const CONTRADICTED =
  "The graph contradicts the verdict that the comparison of the texts led to first; this is the next best one.";

/** `unnamed` is a loss that no recorded operation explains; it counts where there is no other. */
export function explainLoss(
  about: About,
  traced: Traced,
  witness: Witness,
  unnamed: Finding | undefined,
): Attribution {
  const { graph, failed, needs, reading } = about;
  const { tracing, findings } = traced;
  const [finding] = findings;
  if (finding === undefined)
    return traced.isRetraced ? explainContradicted(about) : explainUndecided(about, unnamed);
  const base = commonPart(about, true);
  const blind = finding.errorType === "RetrievalError" ? blindSteps(graph, tracing.roles) : [];
  const nameless = namelessDoubt(finding, tracing);
  const doubt = blind.length > 0 ? BLIND_DOUBT : 1;
  const most = Math.min(traced.isRetraced ? MOST_RETRACED : 1, nameless?.most ?? 1);
  const confidence = Math.min(most, confidenceOf(weighable(about, traced)) * doubt);
  return {
    ...base,
    outcome: "attributed",
    errorType: finding.errorType,
    op: finding.op,
    opName: finding.op === null ? null : (graph.operations.get(finding.op)?.name ?? null),
    link: finding.link,
    reason: reasonOf(finding, tracing, failed.prediction),
    confidence: Math.round(confidence * 100) / 100,
    lost: lostWords(finding),
    chain: chainOf(finding, needs.needs, tracing, reading),
    suspects: suspectsOf(traced, witness),
    notes: [
      ...base.notes,
      ...(wordedAnew(finding, tracing) ? [WORDED_ANEW] : []),
      ...(traced.isRetraced ? [CONTRADICTED] : []),
      ...(blind.length > 0 ? [blindNote(blind)] : []),
      ...(nameless ? [nameless.note] : []),
    ],
  };
}

/** The verdict where the memory is not at fault. */
export function explainOutside(
  about: About,
  fault: AnnotationFault | "judge",
  tracing: Tracing,
): AttributedVerdict {
  const { failed, roles, evidence, needs, reading } = about;
  const expected = quoted(failed.expected.join(", "));
  const base = commonPart(about, false);
  const said = evidence[0] === undefined ? "" : quoted(reading.message(evidence[0]).content);
  if (fault === "judge") {
    const { judgeOp } = roles;
    const finding: Finding | undefined = needs.needs[0] && {
      ...{ errorType: "JudgeError", op: judgeOp?.id ?? null, link: null, need: needs.needs[0] },
      ...{ carrier: null, at: 0, inStore: [], flow: undefined },
    };
    return {
      ...{ ...base, outcome: "attributed", lost: [] },
      errorType: "JudgeError",
      op: judgeOp?.id ?? null,
      opName: judgeOp?.name ?? null,
      link: judgeLink(about),
      reason: `The answer ${quoted(failed.prediction)} states all of the expected ${expected}; it was judged wrong all the same.`,
      confidence: confidenceOf(weighable(about, "judge")),
      chain: finding === undefined ? [] : chainOf(finding, needs.needs, tracing, reading),
    };
  }
  return {
    ...{ ...base, outcome: "attributed", op: null, opName: null, link: null, lost: [], chain: [] },
    errorType: "AnnotationError",
    reason: annotationReason(
      fault,
      said,
      quoted(failed.prediction),
      expected,
      annotationClaims(about),
    ),
    confidence: fault === "denied" ? DENIED_BY_MODEL : confidenceOf(weighable(about, "annotation")),
  };
}

function annotationReason(
  fault: AnnotationFault,
  said: string,
  prediction: string,
  expected: string,
  { evidenceHasExpected, evidenceHasGiven, elsewhere }: AnnotationClaims,
): string {
  const other =
    elsewhere === undefined ? "no other message states it either" : `${elsewhere.id} states it`;
  switch (fault) {
    case "expected-answer":
      if (evidenceHasExpected)
        return `The message that states the expected ${expected} says ${said}, which speaks too little of the question to be its answer.`;
      return evidenceHasGiven
        ? `The evidence says ${said}, which supports the answer ${prediction} and not the expected ${expected}.`
        : `The evidence says ${said}, which does not state the expected ${expected}; ${other}.`;
    case "evidence":
      return `The evidence says ${said}, which hardly speaks of the question and does not state the expected ${expected}; ${other}.`;
    case "denied":
      return `The evidence says ${said}. It does not state the expected ${expected}, even in other words.`;
    case "unstated":
      return `No message of the graph was found that answers the question with the expected ${expected}.`;
  }
}

function judgeLink({ graph, roles }: About): string | null {
  const { answer, judgeOp } = roles;
  if (answer === undefined || judgeOp === undefined) return null;
  return graph.linksFrom(answer.id).find((link) => link.op === judgeOp.id)?.id ?? null;
}
