/**
 * Computes the features of a verdict, each from 0 to 1, that make the verdict more or less
 * probable. No feature names a memory system, so the weights also fit unknown memory systems.
 */
import type { Variable } from "../../graph/model.ts";
import { saysNothing } from "../answers/answers.ts";
import type { LossFinding, Traced } from "../flow/finding.ts";
import { likeliest } from "../flow/stage-reading.ts";
import type { About } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { CLEARLY_LOST } from "../thresholds.ts";
import { answerQuotesContext } from "./answer-source.ts";
import { stageSigns, UNTOLD } from "./stage-signs.ts";

/** The features of each kind of verdict. Each kind of verdict has its own features and weights. */
export interface Features {
  /**
   * Features of a verdict that blames an operation for the loss of a detail, or blames the answer.
   */
  readonly loss: LossFeatures;
  /** Features of a verdict that blames the judge. There are none. */
  readonly judge: Readonly<Record<never, number>>;
  /** Features of a verdict that blames the annotation (the expected answer or the evidence). */
  readonly annotation: {
    /** 1 if a search found the evidence; 0 if the case names its evidence. */
    readonly evidenceFound: number;
    /**
     * 1 if comparing words cannot recognise the expected answer, such as a yes, a no or a bare
     * number; otherwise 0.
     */
    readonly unreadableAnswer: number;
  };
  /** Features of a verdict that the answering operation invented its answer. There are none. */
  readonly invented: Readonly<Record<never, number>>;
}

interface LossFeatures {
  /** Probability that the evidence is wrong; 0 if the case names its evidence. */
  readonly evidenceDoubt: number;
  /**
   * 1 if the verdict stays the same with `FREE_PROFILE`, which counts every word that occurs in no
   * message as a paraphrase; otherwise 0.
   */
  readonly stableIfParaphrased: number;
  /**
   * How clearly the detail was lost. The input and the output of the blamed operation each state a
   * share of the detail. The difference is divided by `CLEARLY_LOST` and limited to 0 to 1.
   */
  readonly clearBreak: number;
  /**
   * How freely the memory paraphrases, if the verdict is an ExtractionError or UpdateError;
   * otherwise 0.
   */
  readonly memoryParaphrases: number;
  /** Share of the same message's other needed details that the blamed operation did not lose. */
  readonly neighboursKept: number;
  /** Which share of the lost detail the context still states; 0 if the answer is blamed. */
  readonly contextNearlyStates: number;
  /**
   * For a RetrievalError: the probability that the missed memory unit does not give the answer,
   * lowered if the memory paraphrases freely. For other verdicts: 0.
   */
  readonly unitGivesLess: number;
  /**
   * Which share of the detail's statement the context does not state; 0 unless the answer is
   * blamed.
   */
  readonly contextStatesLess: number;
  /** Which share of the answer's words the context has; 0 unless the answer is blamed. */
  readonly answerQuotesContext: number;
  /**
   * These three values say whether a reader can give the answer from the texts at each stage (see
   * `stage-signs.ts`).
   */
  readonly messagesGive: number;
  readonly stagesContradict: number;
  readonly unreadableLoss: number;
  /** 1 if the given answer only says that the answer is unknown; otherwise 0. */
  readonly saysNothing: number;
  /**
   * Grows with the number of other operations that lost details: 0 if none did, 1/2 for one, 2/3
   * for two.
   */
  readonly otherSteps: number;
}

/**
 * Computes the features of a loss. Returns undefined if the loss names no detail or no operation.
 */
export function lossFeatures(about: About, traced: Traced): LossFeatures | undefined {
  const [finding] = traced.findings;
  if (finding?.need === undefined || finding.op === null) return undefined;
  const { need } = finding;
  const { context } = about.roles;
  const held = about.store.filter(({ id }) => finding.inStore.includes(id));
  const isAnswer = finding.errorType === "ResponseError";
  const isMissed = finding.errorType === "RetrievalError";
  const wordsAreKept = 1 - about.paraphrase.substitutionWeight;
  return {
    evidenceDoubt: 1 - about.evidenceShare,
    stableIfParaphrased: agrees(traced.ifFree[0], finding) ? 1 : 0,
    clearBreak: clearBreak({ ...finding, need }, traced),
    memoryParaphrases: isOfWords(finding) ? about.paraphrase.substitutionWeight : 0,
    neighboursKept: isAnswer ? 0 : neighboursKept(need, traced.findings, about.needs.needs),
    contextNearlyStates: isAnswer ? 0 : most(context, (v) => traced.tracing.carry(v, need)),
    unitGivesLess: isMissed ? wordsAreKept * (1 - (likeliest(held, need, about) ?? UNTOLD)) : 0,
    contextStatesLess: isAnswer ? 1 - most(context, (v) => about.repeatsStatement(v, need)) : 0,
    answerQuotesContext: isAnswer ? answerQuotesContext(about) : 0,
    ...stageSigns(about, need, finding.errorType),
    saysNothing: saysNothing(about.failed) ? 1 : 0,
    otherSteps: otherSteps(finding, traced.findings),
  };
}

export function annotationFeatures(about: About): Features["annotation"] {
  return {
    evidenceFound: about.evidenceFound ? 1 : 0,
    unreadableAnswer: about.isReadable(about.failed.expected.join("; ")) ? 0 : 1,
  };
}

function most(variables: readonly Variable[], share: (variable: Variable) => number): number {
  return variables.reduce((best, variable) => Math.max(best, share(variable)), 0);
}

export function agrees(a: LossFinding | undefined, b: LossFinding): boolean {
  return a !== undefined && a.op === b.op && a.errorType === b.errorType;
}

function clearBreak(
  { need, carrier, link, flow }: LossFinding & { readonly need: Need },
  { tracing: { graph, carry } }: Traced,
): number {
  const before = carrier === null ? undefined : graph.variables.get(carrier);
  if (before === undefined) return 0;
  const wording = flow?.wordings.get(before.id) ?? need;
  const target = link === null ? undefined : graph.links.get(link)?.to;
  const after = target === undefined ? undefined : graph.variables.get(target);
  const left = after === undefined ? 0 : Math.max(carry(after, need), carry(after, wording));
  return Math.min(1, Math.max(0, (carry(before, wording) - left) / CLEARLY_LOST));
}

function isOfWords({ errorType }: LossFinding): boolean {
  return errorType === "ExtractionError" || errorType === "UpdateError";
}

function otherSteps(decided: LossFinding, findings: readonly LossFinding[]): number {
  const others = findings.filter((finding) => !agrees(finding, decided));
  return 1 - 1 / (1 + new Set(others.map(({ op }) => op)).size);
}

function neighboursKept(
  need: Need,
  findings: readonly LossFinding[],
  all: readonly Need[],
): number {
  const [decided] = findings;
  const others = all.filter((other) => other !== need && other.from === need.from);
  const kept = others.filter((other) => {
    const finding = findings.find((each) => each.need === other);
    return decided === undefined || !agrees(finding, decided);
  });
  return kept.length / Math.max(1, others.length);
}
