import type { AttributedVerdict, Attribution } from "../../protocol/api/attribution.ts";
import { contentStems } from "../../text/words.ts";
import { isFresh } from "../carry/paraphrase-rate.ts";
import { type AnnotationClaims, annotationClaims } from "../claims/annotation-claims.ts";
import type { Witness } from "../claims/witness.ts";
import { confidenceOf, weighable } from "../confidence/confidence.ts";
import { extractionDoubts } from "../confidence/extraction-doubt.ts";
import { otherCauseDoubts } from "../confidence/other-cause-doubt.ts";
import { retrievalDoubts } from "../confidence/retrieval-doubt.ts";
import type { LossFinding, Traced } from "../flow/finding.ts";
import type { About, Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import type { AnnotationFault } from "../outside/non-memory-errors.ts";
import { subKindOf } from "../sub-kinds/sub-kind.ts";
import {
  DENIED_BY_MODEL,
  IF_INFERRED,
  KEPT_IF_REWORDED,
  MOST_IF_WORDED_ANEW,
  MOST_RETRACED,
} from "../thresholds.ts";
import { chainOf } from "./chain.ts";
import { commonPart } from "./common-part.ts";
import { lostWords, quoted, reasonOf } from "./reason.ts";
import { suspectsOf } from "./suspects.ts";
import { explainContradicted, explainUndecided } from "./undecided.ts";

/**
 * Whether the text after the loss seems to make the same statement, but with a word that occurs in
 * no message. This word may replace the detail. So a comparison of words cannot tell whether the
 * detail was lost or paraphrased.
 */
function wordedAnew(
  { need, link, errorType, isMisplaced }: LossFinding,
  { graph, corpus, sentences }: Tracing,
): boolean {
  if (isMisplaced === true) return false;
  if (errorType !== "ExtractionError" && errorType !== "UpdateError") return false;
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const after = target === undefined ? undefined : graph.variables.get(target);
  if (need === undefined || after === undefined || need.core.length === 0) return false;
  const near = wordsNear(need);
  return sentences(after).some(({ stems }) => {
    const kept = need.around.filter(({ stem }) => stems.includes(stem)).length;
    const isStatement = kept > 0 && kept >= KEPT_IF_REWORDED * need.around.length;
    if (near.size > 0 && !stems.some((stem) => near.has(stem))) return false;
    return isStatement && stems.some((stem) => isFresh(stem, corpus));
  });
}

const CLAUSE = /[,;:，、；：،؛—–]/u;

/**
 * Returns those words around the detail that are near it: they are in the same clause of the
 * statement as a word of the detail.
 */
function wordsNear({ core, statement, around }: Need): ReadonlySet<string> {
  const detail = new Set(core.map(({ stem }) => stem));
  const known = new Set(around.map(({ stem }) => stem));
  const clauses = statement.split(CLAUSE).map(contentStems);
  const own = clauses.filter((stems) => stems.some((stem) => detail.has(stem)));
  return new Set(own.flat().filter((stem) => known.has(stem)));
}

/**
 * Whether the text after the loss may still state the detail in other words. A memory copies
 * figures and names, so the result is false for a detail with a figure or a name. It is also false
 * if the text has all words of the given answer, because the text then states that answer.
 */
function mayBeParaphrased({ need, link }: LossFinding, tracing: Tracing): boolean {
  const { graph, failed, sentences } = tracing;
  const core = new Set(need?.core.map(({ stem }) => stem));
  const own = need?.words.filter(({ stem }) => core.has(stem)) ?? [];
  const isCopied = own.some(({ text }) => /\d/.test(text) || /^\p{Lu}/u.test(text));
  const after = link === null ? undefined : graph.variables.get(graph.links.get(link)?.to ?? "");
  if (own.length === 0 || isCopied || after === undefined) return false;
  const known = new Set([failed.query, ...failed.expected].flatMap(contentStems));
  const given = contentStems(failed.prediction).filter((stem) => !known.has(stem));
  const written = new Set(sentences(after).flatMap(({ stems }) => stems));
  return given.length === 0 || !given.every((stem) => written.has(stem));
}

/**
 * Confidence if an operation stored the detail under another subject. This value is fixed, because
 * the features of `confidenceOf` apply only to a detail that was lost.
 */
const IF_MISPLACED = 0.65;
/**
 * Confidence if an operation marked the detail as no longer true. It is not high, because the mark
 * may be right, and the expected answer out of date.
 */
const IF_ENDED = 0.75;

function baseConfidence(about: About, traced: Traced, finding: LossFinding): number {
  if (finding.isMisplaced === true) return IF_MISPLACED;
  return finding.isEnded === true ? IF_ENDED : confidenceOf(weighable(about, traced));
}

const WORDED_ANEW =
  "The text after the loss makes the statement in words that no message uses. Words alone cannot show whether they mean the same.";

const CONTRADICTED =
  "The graph contradicts the first verdict of the text comparison. This verdict is the next best.";

/**
 * @param unnamed a loss that no recorded operation explains; used only if `traced` has no findings
 */
export function explainLoss(
  about: About,
  traced: Traced,
  witness: Witness,
  unnamed: LossFinding | undefined,
): Attribution {
  const { graph, failed, needs, corpus } = about;
  const { tracing, findings } = traced;
  const [finding] = findings;
  if (finding === undefined)
    return traced.isRetraced ? explainContradicted(about) : explainUndecided(about, unnamed);
  const base = commonPart(about, true);
  const doubts = [
    ...retrievalDoubts(finding, tracing),
    ...extractionDoubts(finding, tracing),
    ...otherCauseDoubts(finding, about),
  ];
  const unlimited = doubts.reduce(
    (sure, { factor }) => sure * factor,
    baseConfidence(about, traced, finding) * (about.isExpectedKnown ? 1 : IF_INFERRED),
  );
  const isAnew = wordedAnew(finding, tracing);
  const confidence = Math.min(
    unlimited,
    traced.isRetraced ? MOST_RETRACED : 1,
    ...doubts.map(({ most }) => most),
    isAnew && mayBeParaphrased(finding, tracing) ? MOST_IF_WORDED_ANEW : 1,
  );
  const subKind = subKindOf(finding, tracing);
  return {
    ...base,
    outcome: "attributed",
    errorType: finding.errorType,
    subKind,
    op: finding.op,
    opName: finding.op === null ? null : (graph.operations.get(finding.op)?.name ?? null),
    link: finding.decided?.link ?? finding.link,
    reason: reasonOf(finding, tracing, subKind, failed.prediction),
    confidence: Math.round(confidence * 100) / 100,
    lost: lostWords(finding),
    chain: chainOf(finding, needs.needs, tracing, corpus),
    suspects: suspectsOf(traced, witness),
    notes: [
      ...base.notes,
      ...(isAnew ? [WORDED_ANEW] : []),
      ...(traced.isRetraced ? [CONTRADICTED] : []),
      ...doubts.map(({ note }) => note),
    ],
  };
}

/** Returns the verdict that blames the annotation or the judge. */
export function explainOutside(
  about: About,
  fault: AnnotationFault | "judge",
  tracing: Tracing,
): AttributedVerdict {
  const { failed, roles, evidence, needs, corpus } = about;
  const expected = quoted(failed.expected.join(", "));
  const base = commonPart(about, false);
  const said = evidence[0] === undefined ? "" : quoted(corpus.message(evidence[0]).content);
  if (fault === "judge") {
    const { judgeOp } = roles;
    const finding: LossFinding | undefined = needs.needs[0] && {
      ...{ errorType: "JudgeError", op: judgeOp?.id ?? null, link: null, need: needs.needs[0] },
      ...{ carrier: null, at: 0, inStore: [], flow: undefined },
    };
    return {
      ...{ ...base, outcome: "attributed", lost: [] },
      errorType: "JudgeError",
      subKind: null,
      op: judgeOp?.id ?? null,
      opName: judgeOp?.name ?? null,
      link: judgeLink(about),
      reason: `The answer ${quoted(failed.prediction)} states the whole expected answer ${expected}, but it was judged wrong.`,
      confidence: confidenceOf(weighable(about, "judge")),
      chain: finding === undefined ? [] : chainOf(finding, needs.needs, tracing, corpus),
    };
  }
  return {
    ...{ ...base, outcome: "attributed", op: null, opName: null, link: null, lost: [], chain: [] },
    errorType: "AnnotationError",
    subKind: null,
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
  const other = () => {
    const message = elsewhere();
    return message === undefined
      ? "no other message contains all of them either"
      : `${message.id} contains all of them`;
  };
  switch (fault) {
    case "expected-answer":
      if (evidenceHasExpected)
        return `The message that states the expected answer ${expected} says ${said}. It is hardly about the question.`;
      return evidenceHasGiven()
        ? `The evidence says ${said}, which supports the answer ${prediction} but does not contain all words of the expected answer ${expected}.`
        : `The evidence says ${said}, which does not contain all words of the expected answer ${expected}; ${other()}.`;
    case "evidence":
      return `The evidence says ${said}. It is hardly about the question and does not contain all words of the expected answer ${expected}; ${other()}.`;
    case "other-day":
      return `The messages state the expected answer ${expected} only for another day than the day of the question. For the day of the question, they support the answer ${prediction}.`;
    case "denied":
      return `The evidence says ${said}. The model found no words in it that give the expected answer ${expected}.`;
    case "unstated": {
      const message = elsewhere();
      const worded =
        message === undefined ? "" : ` ${message.id} contains all words of this answer.`;
      return `The tracer found no message that answers the question with the expected answer ${expected}.${worded}`;
    }
  }
}

function judgeLink({ graph, roles }: About): string | null {
  const { answer, judgeOp } = roles;
  if (answer === undefined || judgeOp === undefined) return null;
  return graph.linksFrom(answer).find((link) => link.op === judgeOp.id)?.id ?? null;
}
