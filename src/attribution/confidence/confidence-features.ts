/**
 * Computes the features of a verdict (0 to 1), from which its confidence is computed. No feature
 * depends on which memory system was traced, so the weights also fit unknown systems.
 */
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import { saysNothing } from "../answers/answers.ts";
import type { LossFinding, Traced } from "../flow/finding.ts";
import { likeliest } from "../flow/stage-reading.ts";
import type { About } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { CLEARLY_LOST } from "../thresholds.ts";
import { answerQuotesContext, writtenWrongWords } from "./answer-source.ts";
import { stageSigns, UNTOLD } from "./stage-signs.ts";

/** The features of each kind of verdict. */
export interface Features {
  /** A verdict that blames an operation for losing or ignoring a detail. */
  readonly loss: LossFeatures;
  /** A verdict that blames the judge; without features. */
  readonly judge: Readonly<Record<never, number>>;
  /** A verdict that blames the expected answer or the evidence. */
  readonly annotation: {
    /** 1 if a search found the evidence; 0 if the case names its evidence. */
    readonly evidenceFound: number;
    /**
     * 1 if a comparison of words cannot check the expected answer, because it is only yes, no or a
     * number; otherwise 0.
     */
    readonly unreadableAnswer: number;
    /**
     * How few messages the trace has (see `fewMessages`). A short trace often lacks the message
     * that states the expected answer in the words of the annotation.
     */
    readonly fewMessages: number;
  };
  /** A verdict that blames the answering operation for inventing its answer. It has no features. */
  readonly invented: Readonly<Record<never, number>>;
}

interface LossFeatures {
  /** Probability that the evidence is wrong; 0 if the case names its evidence. */
  readonly evidenceDoubt: number;
  /**
   * How clearly the blamed operation lost the detail (0 to 1). This value is the share of the
   * detail that the operation's input states, minus the share that its output states, divided by
   * `CLEARLY_LOST`.
   */
  readonly clearBreak: number;
  /**
   * For an ExtractionError or an UpdateError, how often the memory replaces words by others. It is
   * 0 for other errors.
   */
  readonly memoryParaphrases: number;
  /**
   * For an ExtractionError or an UpdateError, the share of the expected answer's words that the
   * lost detail has. It is 0 for other errors.
   */
  readonly detailIsAnswer: number;
  /**
   * For an ExtractionError or an UpdateError, how many of the given answer's wrong words the
   * blamed operation wrote (as a share of all wrong words). It is 0 for other errors.
   */
  readonly memoryGivesOther: number;
  /**
   * The message with the lost detail can state other needed details too. This is the share of those
   * other details that the blamed operation did not lose. It is 0 for a ResponseError.
   */
  readonly neighboursKept: number;
  /**
   * The share of the lost detail that the context still states. A large share is a sign that the
   * verdict is wrong, because the verdict says that the detail did not reach the context. The value
   * is 0 for a ResponseError.
   */
  readonly contextNearlyStates: number;
  /**
   * For a RetrievalError, how probably the missed unit does not give the answer. It is 0 for other
   * errors. A comparison of words gives this probability. But a unit can give the answer in other
   * words, so the value is smaller if the memory paraphrases more.
   */
  readonly unitGivesLess: number;
  /**
   * For a ResponseError, the share of the detail's statement that the context does not repeat. It
   * is 0 for other errors.
   */
  readonly contextStatesLess: number;
  /**
   * For a ResponseError, the share of the answer's words that the context has. It is 0 for other
   * errors.
   */
  readonly answerQuotesContext: number;
  /** What the texts at each stage say about the verdict (see `StageSigns`). */
  readonly messagesGive: number;
  readonly stagesContradict: number;
  readonly unreadableLoss: number;
  /** 1 if the given answer only says "unknown"; otherwise 0. */
  readonly saysNothing: number;
  /**
   * Grows with the number n of operations that lost details, without the blamed operation. The
   * value is 1 - 1 / (1 + n): for example, 0 if n is 0, and 1/2 if n is 1.
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
    clearBreak: clearBreak({ ...finding, need }, traced),
    memoryParaphrases: isOfWords(finding) ? about.paraphrase.substitutionWeight : 0,
    detailIsAnswer: isOfWords(finding) ? detailIsAnswer(need, about) : 0,
    memoryGivesOther: isOfWords(finding) ? writtenWrongWords(about, finding) : 0,
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
  const isReadable = about.isReadable(about.failed.expected.join("; "));
  return {
    evidenceFound: about.evidenceFound ? 1 : 0,
    unreadableAnswer: isReadable ? 0 : 1,
    fewMessages: fewMessages(about),
  };
}

/** With this number of messages, `fewMessages` is 1/2. */
const HALF_KNOWN = 10;

/** Falls from 1 (no message) to nearly 0 (very many messages). */
function fewMessages({ roles }: About): number {
  return HALF_KNOWN / (HALF_KNOWN + roles.messages.length);
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

function detailIsAnswer({ core }: Need, { failed }: About): number {
  const expected = new Set(failed.expected.flatMap(contentStems));
  const lost = new Set(core.map(({ stem }) => stem));
  return [...expected].filter((stem) => lost.has(stem)).length / Math.max(1, expected.size);
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
