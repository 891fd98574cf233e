/**
 * Plays the part of the model that the oracle asks. The answers come from the case's label: texts
 * before the labelled fault are assumed to contain the expected answer, and texts after the fault
 * are assumed not to contain it. So the evaluation measures whether the oracle asks the right
 * questions, not how well a model reads.
 */

import { readExpected } from "../../attribution/needs/expected-answer.ts";
import type { Stage, StagePart } from "../../attribution/oracle/stage.ts";
import type { ReadStage } from "../../attribution/oracle/stage-answers.ts";
import { readMessage } from "../../attribution/roles/message-text.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { labelledEvidence, type Truth, truthOf } from "../annotation.ts";
import { type Json, textOf } from "../trace-file.ts";

/** Whether people judged that the text answers the question; undefined if nobody did. */
export type JudgedText = (question: string, text: string) => boolean | undefined;

const QUOTE_CHARS = 60;
const NOTHING = { answer: "", quotes: [] };

export interface Labelled {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly annotation: Json;
  /** Variable id → text before a variation reworded it. */
  readonly originals: ReadonlyMap<string, string>;
  readonly judged: JudgedText;
}

/** Returns undefined if the case has no label. */
export function scriptedReader(labelled: Labelled): ReadStage | undefined {
  const truth = truthOf(labelled.annotation);
  if (truth === undefined) return undefined;
  const reader = new ScriptedReader(labelled, truth);
  return async (stage, parts) => reader.read(stage, parts);
}

class ScriptedReader {
  readonly #labelled: Labelled;
  readonly #truth: Truth;
  readonly #faultAt: number;
  readonly #order: ReadonlyMap<string, number>;
  readonly #evidence: readonly string[];
  readonly #lost: ReadonlySet<string>;
  readonly #reached: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #audit: Audit;

  constructor(labelled: Labelled, truth: Truth) {
    const { graph, annotation } = labelled;
    this.#labelled = labelled;
    this.#truth = truth;
    this.#order = executionOrder(graph);
    this.#faultAt = truth.op === null ? -1 : (this.#order.get(truth.op) ?? -1);
    this.#evidence = labelledEvidence(annotation);
    const named = textOf((annotation.fault as Json | undefined)?.lost_evidence_id);
    this.#lost = new Set(named === undefined ? this.#evidence : [named]);
    this.#reached = new Map(
      this.#evidence.map((id) => [
        id,
        reachedFrom(graph, id, this.#lost.has(id) ? truth.op : null),
      ]),
    );
    this.#audit = auditOf(annotation);
  }

  read(stage: Stage, parts: readonly StagePart[]) {
    const { failed } = this.#labelled;
    const { errorType } = this.#truth;
    if (stage.kind === "answer")
      return this.#say(errorType === "JudgeError", failed.expected, parts);
    if (errorType === "AnnotationError") return this.#readWrongEvidence(stage, parts);
    if (stage.kind === "context") {
      const isRead = errorType === "ResponseError" || errorType === "JudgeError";
      return this.#say(isRead, failed.expected, parts);
    }
    const covered = new Set(parts.flatMap((part) => this.#coveredBy(part, stage)));
    if (this.#evidence.every((id) => covered.has(id)))
      return this.#say(true, failed.expected, parts);
    const items = this.#audit.items.filter(({ from }) => from.some((id) => covered.has(id)));
    return this.#say(
      items.length > 0,
      items.map(({ text }) => text),
      parts,
    );
  }

  #say(isTold: boolean, answer: readonly string[], parts: readonly StagePart[]) {
    const [part] = parts;
    if (part === undefined) return NOTHING;
    const { expected, prediction } = this.#labelled.failed;
    // If the expected answer is “unknown”, no message states an answer, and an operation invented
    // the agent's answer. A text after this operation contains the invented answer.
    const isUnsaid = readExpected(expected, new Set()).isUnknown;
    if (isUnsaid) return isTold ? NOTHING : { answer: prediction, quotes: [quoteOf(part)] };
    if (!isTold) return NOTHING;
    return { answer: answer.join(", "), quotes: [quoteOf(part)] };
  }

  /**
   * Reads a stage of a case with a wrong annotation. In such a case, the agent's answer is right.
   * If the annotation names wrong messages as evidence, no stage gives an answer. Otherwise, only
   * the message stage gives an answer: the agent's.
   */
  #readWrongEvidence({ kind }: Stage, parts: readonly StagePart[]) {
    const { failed, annotation } = this.#labelled;
    const isWrongEvidence = textOf((annotation.fault as Json | undefined)?.kind)?.includes(
      "evidence",
    );
    return this.#say(kind === "message" && isWrongEvidence !== true, [failed.prediction], parts);
  }

  #coveredBy(part: StagePart, stage: Stage): readonly string[] {
    const { failed, judged, originals, graph } = this.#labelled;
    if (this.#evidence.includes(part.variable)) return [part.variable];
    const text =
      originals.get(part.variable) ?? graph.variables.get(part.variable)?.value ?? part.text;
    const isJudged = judged(failed.query, text);
    if (isJudged !== undefined) return isJudged ? this.#evidence : [];
    return this.#evidence.filter((id) => {
      if (this.#lost.has(id) && this.#isAfterFault(stage)) return false;
      const carriers = this.#audit.carriers.get(id);
      if (carriers === undefined) return this.#reached.get(id)?.has(part.variable);
      return [...carriers, this.#said(id)].some((said) => flat(text).includes(flat(said)));
    });
  }

  /** Returns the message content, which later operations copy. */
  #said(id: string): string {
    const message = this.#labelled.graph.variables.get(id);
    return message === undefined ? "" : readMessage(message).content;
  }

  #isAfterFault(stage: Stage): boolean {
    if (this.#truth.errorType === "RetrievalError")
      return stage.kind === "retrieved" && stage.at > this.#faultAt;
    const isWriting = this.#truth.op !== null && !OUTSIDE_WRITES.has(this.#truth.errorType);
    return (
      isWriting &&
      (stage.op === this.#truth.op || stage.kind !== "written") &&
      stage.at > this.#faultAt
    );
  }
}

const OUTSIDE_WRITES: ReadonlySet<string> = new Set([
  "ResponseError",
  "JudgeError",
  "AnnotationError",
]);

/**
 * Returns the ids of the message and of all values that were made from it. A value is left out if
 * only the faulty operation made it, because this operation lost the message's information.
 */
function reachedFrom(graph: EvolutionGraph, id: string, fault: string | null): ReadonlySet<string> {
  const reached = new Set([id]);
  for (const each of reached) {
    const next = nextVersion(graph, each)?.id;
    const isFaulty = graph.linksTo(next ?? "").some(({ op }) => op === fault);
    if (next !== undefined && !isFaulty) reached.add(next);
    for (const link of graph.linksFrom(each)) if (link.op !== fault) reached.add(link.to);
  }
  return reached;
}

interface Audit {
  /** Message id → ids of the texts that contain the message's information. */
  readonly carriers: ReadonlyMap<string, readonly string[]>;
  /** Items of the expected answer. `from`: ids of the messages that contain the item. */
  readonly items: readonly { readonly text: string; readonly from: readonly string[] }[];
}

function auditOf(annotation: Json): Audit {
  const audit = (annotation.audit ?? {}) as {
    readonly carriers?: Readonly<Record<string, readonly string[]>>;
    readonly parts?: readonly (readonly [string, readonly string[]])[];
  };
  const idOf = (name: string) => `${name}@1`;
  return {
    carriers: new Map(
      Object.entries(audit.carriers ?? {}).map(([name, texts]) => [idOf(name), texts]),
    ),
    items: (audit.parts ?? []).map(([text, from]) => ({ text, from: from.map(idOf) })),
  };
}

function quoteOf({ text }: StagePart): string {
  return text.trim().slice(0, QUOTE_CHARS);
}

function flat(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\\[nrt]/g, " ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");
}
