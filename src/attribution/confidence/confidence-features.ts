/** What speaks for and against a verdict: features from 0 to 1 that name no system. */
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { Finding } from "../flow/finding.ts";
import type { About } from "../flow/trace-context.ts";
import type { Traced } from "../flow/trace-result.ts";
import { coverage } from "../needs/expected-answer.ts";
import type { Need } from "../needs/need.ts";
import { CLEARLY_LOST } from "../thresholds.ts";
import { answerFeatures } from "./answer-features.ts";

/** Kinds of verdicts that are right equally often for different reasons. */
export interface Features {
  /** A step lost a detail, or did not use it. */
  readonly loss: LossFeatures;
  /** The answer was judged wrongly. */
  readonly judge: Readonly<Record<never, number>>;
  /** The expected answer or the evidence is wrong. */
  readonly annotation: {
    /** The evidence was searched for. */
    readonly evidenceFound: number;
    /** Share of the question that the evidence speaks of. */
    readonly evidenceTopic: number;
  };
  /** Something was answered although nobody said it. */
  readonly invented: Readonly<Record<never, number>>;
}

interface LossFeatures {
  /** The evidence does not have the words of the answer, so its whole statement was followed. */
  readonly paraphrasedEvidence: number;
  /** How unlikely the found evidence is the right one. */
  readonly evidenceDoubt: number;
  /** The verdict stays if every word that no message uses may be a paraphrase. */
  readonly stableIfParaphrased: number;
  /** How far the text after the loss is from stating what the text before it stated. */
  readonly clearBreak: number;
  /** Words were lost, and how freely the memory paraphrases. */
  readonly memoryParaphrases: number;
  /** Share of the statement that one sentence still makes after the loss. */
  readonly statementLeft: number;
  /** Share of the message's other details that were not lost there. */
  readonly neighboursKept: number;
  /** How nearly what the answering step read states what was lost before it. */
  readonly contextNearlyStates: number;
  /** A unit is said to have been missed, and it hardly makes the detail's whole statement. */
  readonly unitStatesLess: number;
  /** The answering step is blamed, and what it read hardly makes the detail's whole statement. */
  readonly contextStatesLess: number;
  /** The answering step is blamed, and where the answer's words may come from (answer-features.ts). */
  readonly answerQuotesContext: number;
  readonly contextStatesAnswer: number;
}

/** Undefined where no detail was followed to the verdict. */
export function lossFeatures(about: About, traced: Traced): LossFeatures | undefined {
  const [finding] = traced.findings;
  if (finding?.need === undefined || finding.op === null) return undefined;
  const { need } = finding;
  const { context } = about.roles;
  const held = about.store.filter(({ id }) => finding.inStore.includes(id));
  const isAnswer = finding.errorType === "ResponseError";
  return {
    paraphrasedEvidence: about.needs.paraphrased ? 1 : 0,
    evidenceDoubt: 1 - about.evidenceShare,
    stableIfParaphrased: agrees(traced.ifFree[0], finding) ? 1 : 0,
    clearBreak: clearBreak({ ...finding, need }, traced),
    memoryParaphrases: isOfWords(finding) ? about.paraphrase.standsFor : 0,
    statementLeft: isOfWords(finding) ? statementLeft({ ...finding, need }, traced) : 0,
    neighboursKept: isAnswer ? 0 : neighboursKept(need, traced.findings, about.needs.needs),
    contextNearlyStates: isAnswer ? 0 : most(context, (v) => traced.tracing.carry(v, need)),
    unitStatesLess:
      finding.errorType === "RetrievalError" ? 1 - most(held, (v) => about.restates(v, need)) : 0,
    contextStatesLess: isAnswer ? 1 - most(context, (v) => about.restates(v, need)) : 0,
    ...(isAnswer
      ? answerFeatures(about, need)
      : { answerQuotesContext: 0, contextStatesAnswer: 0 }),
  };
}

export function annotationFeatures(about: About): Features["annotation"] {
  const { evidence, evidenceFound, reading, question } = about;
  const topic = question.queryStems.filter((stem) => !reading.speakers.has(stem));
  const share = (message: Variable) =>
    coverage(topic, new Set(contentStems(reading.message(message).content)), reading.rarity);
  return { evidenceFound: evidenceFound ? 1 : 0, evidenceTopic: most(evidence, share) };
}

function most(variables: readonly Variable[], share: (variable: Variable) => number): number {
  return variables.reduce((best, variable) => Math.max(best, share(variable)), 0);
}

export function agrees(a: Finding | undefined, b: Finding): boolean {
  return a !== undefined && a.op === b.op && a.errorType === b.errorType;
}

function clearBreak(
  { need, carrier, link, flow }: Finding & { readonly need: Need },
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

function isOfWords({ errorType }: Finding): boolean {
  return errorType === "ExtractionError" || errorType === "UpdateError";
}

function statementLeft(
  { need, carrier, link: id, flow }: Finding & { readonly need: Need },
  { tracing: { graph, sentences } }: Traced,
): number {
  const link = id === null ? undefined : graph.links.get(id);
  const target = link && graph.variables.get(link.to);
  if (target === undefined) return 0;
  const source = carrier === null ? undefined : graph.variables.get(carrier);
  const unchanged = new Set(source === undefined ? [] : sentences(source));
  const wording = flow?.wordings.get(carrier ?? "") ?? need;
  const words = new Set([...wording.core, ...wording.around].map(({ stem }) => stem));
  const shares = sentences(target).map((sentence) => {
    if (unchanged.has(sentence)) return 0;
    return new Set(sentence.stems.filter((stem) => words.has(stem))).size / Math.max(1, words.size);
  });
  return shares.reduce((most, share) => Math.max(most, share), 0);
}

function neighboursKept(need: Need, findings: readonly Finding[], all: readonly Need[]): number {
  const [decided] = findings;
  const others = all.filter((other) => other !== need && other.from === need.from);
  const kept = others.filter((other) => {
    const finding = findings.find((each) => each.need === other);
    return decided === undefined || !agrees(finding, decided);
  });
  return kept.length / Math.max(1, others.length);
}
