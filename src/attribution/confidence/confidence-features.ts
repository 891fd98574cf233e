/** Features from 0 to 1 for and against a verdict. No feature names a memory system. */
import type { Variable } from "../../graph/model.ts";
import { saysNothing } from "../answers/answers.ts";
import type { LossFinding, Traced } from "../flow/finding.ts";
import { likeliest } from "../flow/stage-reading.ts";
import type { About } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { CLEARLY_LOST } from "../thresholds.ts";
import { answerQuotesContext } from "./answer-source.ts";
import { stageSigns } from "./stage-signs.ts";

/** Each kind of verdict has its own features and weights. */
export interface Features {
  /** A step lost a detail, or the answering step did not use the detail. */
  readonly loss: LossFeatures;
  /** The answer was judged wrongly. */
  readonly judge: Readonly<Record<never, number>>;
  /** The expected answer or the evidence is wrong. */
  readonly annotation: {
    /** 1 if a search found the evidence; 0 if the case gave the evidence. */
    readonly evidenceFound: number;
    /** 1 if words cannot recognise the answer, for example because the answer is a count. */
    readonly unreadableAnswer: number;
  };
  /** The system gave an answer that no message states. */
  readonly invented: Readonly<Record<never, number>>;
}

interface LossFeatures {
  /** Probability that the found evidence is wrong. */
  readonly evidenceDoubt: number;
  /**
   * 1 if the verdict stays the same when every word that no message uses counts as a paraphrase.
   */
  readonly stableIfParaphrased: number;
  /** How much the stated share of the detail falls at the step that lost the detail. */
  readonly clearBreak: number;
  /** For an ExtractionError or UpdateError: how freely the memory paraphrases. */
  readonly memoryParaphrases: number;
  /** Share of the message's other details that were kept at this step. */
  readonly neighboursKept: number;
  /** How much of the lost detail the context of the answering step still states. */
  readonly contextNearlyStates: number;
  /**
   * For a missed unit: the probability that the unit does not give the answer, weighted by how well
   * the memory keeps words.
   */
  readonly unitGivesLess: number;
  /** For a blamed answer: how much of the detail's statement the context lacks. */
  readonly contextStatesLess: number;
  /**
   * For a blamed answer: the share of the answer's words that the context has (answer-source.ts).
   */
  readonly answerQuotesContext: number;
  /** Signs from the texts at each stage (stage-signs.ts): can a reader give the answer there? */
  readonly messagesGive: number;
  readonly stagesContradict: number;
  readonly unreadableLoss: number;
  /** 1 if the given answer only says that the answer is not known. */
  readonly saysNothing: number;
  /** How many other steps lost details too: 0 if none, 1/2 if one, 2/3 if two. */
  readonly otherSteps: number;
}

/** Value of a feature if words cannot decide whether a text gives the answer. */
const UNTOLD = 0.5;

/** Computes the features of a loss; undefined if no detail was followed. */
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
