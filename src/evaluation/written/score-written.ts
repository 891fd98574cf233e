/** Attributes hand-written cases and counts the right verdicts. */
import { attribute } from "../../attribution/attribute.ts";
import type { Attribution, FailedCase } from "../../protocol/api/attribution.ts";
import { SURE } from "../../protocol/thresholds.ts";
import { graphOf, type WrittenCase } from "./written-case.ts";

/** Whether the tracer is told the evidence of a case, or must search for it. */
export type Evidence = "given" | "found";

export interface WrittenVerdict {
  readonly id: string;
  readonly evidence: Evidence;
  readonly attribution: Attribution;
  readonly isRight: boolean;
}

export interface WrittenScores {
  readonly cases: number;
  readonly right: number;
  /** Number of verdicts with a high confidence, and how many of them are right. */
  readonly sure: number;
  readonly sureRight: number;
}

export function judgeWritten(written: WrittenCase, evidence: Evidence): WrittenVerdict {
  const attribution = attribute(graphOf(written), caseOf(written, evidence));
  return { id: written.id, evidence, attribution, isRight: isRight(attribution, written) };
}

export function caseOf(
  { question, questionRef, answer, answerRef, expected, evidence: named }: WrittenCase,
  evidence: Evidence,
): FailedCase {
  return {
    ...{ query: question, queryId: questionRef, prediction: answer, predictionId: answerRef },
    ...{ expected, evidence: evidence === "given" ? named : [] },
  };
}

/** Whether the verdict names one of the accepted causes. */
export function isRight(
  { errorType, op }: Pick<Attribution, "errorType" | "op">,
  { causes }: WrittenCase,
): boolean {
  const accepted = errorType === null ? undefined : causes[errorType];
  if (accepted === undefined) return false;
  return accepted.length === 0 || (op !== null && accepted.includes(op));
}

export function scoresOf(verdicts: readonly WrittenVerdict[]): WrittenScores {
  const sure = verdicts.filter(({ attribution }) => (attribution.confidence ?? 0) >= SURE);
  return {
    ...{ cases: verdicts.length, right: verdicts.filter(({ isRight }) => isRight).length },
    ...{ sure: sure.length, sureRight: sure.filter(({ isRight }) => isRight).length },
  };
}
