/**
 * A hypothesis says that one operation made an error of one type. The oracle asks a model about a
 * stage of the graph, such as the memory. For each possible answer of the model, this file computes
 * the probability that the model gives this answer if the hypothesis is true.
 */
import type { ErrorType } from "../../protocol/error-types.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Hypothesis } from "./hypotheses.ts";
import type { InformationPaths } from "./information-paths.ts";
import type { Stage, Telling } from "./stage.ts";

type Chances = Readonly<Record<Telling, number>>;

/**
 * The oracle asks the model what a stage says. The model finds the expected answer there, another
 * answer, or none. If the stage contains the information, `TELLS` has the probabilities of these
 * three results. Otherwise, `TELLS_NOT` has them. No value is 0 or 1, because the model makes
 * errors.
 */
const TELLS: Chances = { expected: 0.96, other: 0.02, none: 0.02 };
const TELLS_NOT: Chances = { expected: 0.01, other: 0.19, none: 0.8 };
/**
 * The probabilities of the model's answers about the messages, for the hypothesis that the
 * annotation is wrong. If this hypothesis is true, the messages usually state another answer than
 * the annotation.
 */
const CONTRADICTS: Chances = { expected: 0.02, other: 0.58, none: 0.4 };

/** Probabilities that a stage contains the information. */
const SURELY = 0.98;
const PROBABLY = 0.85;
const PERHAPS = 0.5;
const HARDLY = 0.02;

/** The data from which this file decides which of two operations or stages came first. */
export interface StageOrder {
  readonly paths: InformationPaths;
  readonly tracing: Tracing;
  /**
   * The first position in the execution order at which the memory had information from every
   * message.
   */
  readonly enteredAt: number;
}

export function expectedTelling(
  order: StageOrder,
): (hypothesis: Hypothesis, stage: Stage) => Chances {
  return (hypothesis, stage) => {
    if (stage.kind === "message" && hypothesis.errorType === "AnnotationError") return CONTRADICTS;
    const share = tellingShare(hypothesis, stage, order);
    const mixed = (telling: Telling) => share * TELLS[telling] + (1 - share) * TELLS_NOT[telling];
    return { expected: mixed("expected"), other: mixed("other"), none: mixed("none") };
  };
}

/**
 * In a case with an error type in `KEPT`, the memory contained the answer when the question was
 * asked. In a case with an error type in `READ`, the context contained the answer too.
 */
const KEPT: ReadonlySet<ErrorType> = new Set(["RetrievalError", "ResponseError", "JudgeError"]);
const READ: ReadonlySet<ErrorType> = new Set(["ResponseError", "JudgeError"]);

function tellingShare(
  { errorType, op, at, isFromMemory }: Hypothesis,
  stage: Stage,
  { paths, enteredAt }: StageOrder,
): number {
  switch (stage.kind) {
    case "message":
      return PROBABLY;
    case "answer":
      return errorType === "JudgeError" ? SURELY : 0;
    case "context":
      if (!READ.has(errorType)) return HARDLY;
      return errorType === "ResponseError" ? SURELY : PROBABLY;
    case "retrieved": {
      const isMissedLater = errorType === "RetrievalError" && stage.op !== op && stage.at <= at;
      return READ.has(errorType) || isMissedLater ? PROBABLY : HARDLY;
    }
    case "memory":
      if (stage.at <= enteredAt) return HARDLY;
      if (KEPT.has(errorType)) return stage.isSelection ? PROBABLY : SURELY;
      return isFromMemory && stage.at <= at ? SURELY : HARDLY;
    case "written":
      if (stage.op === null) return PERHAPS;
      if (KEPT.has(errorType)) return PROBABLY;
      return op === null ? HARDLY : inWritten(op, stage.op, paths);
  }
}

/**
 * Returns the probability that the stage after the operation `written` contains the answer, if the
 * hypothesis is true. The hypothesis is that the answer did not get into the memory, because the
 * operation `lost` lost it.
 */
function inWritten(lost: string, written: string, paths: InformationPaths): number {
  if (written === lost || paths.leads(lost, written)) return HARDLY;
  if (paths.leads(written, lost)) return SURELY;
  // The reader sees the output of `written`, and also the evidence messages that `written` did not
  // use. The messages that `lost` used state the answer. If `written` used none of these messages,
  // the reader sees them unchanged, and so sees the answer.
  const own = paths.sourcesOf(lost);
  return [...paths.sourcesOf(written)].some((source) => own.has(source)) ? PERHAPS : SURELY;
}
