/** The probability of each answer about a stage if a given operation is at fault. */
import type { ErrorType } from "../../protocol/error-types.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Hypothesis } from "./hypotheses.ts";
import type { InformationPaths } from "./information-paths.ts";
import type { Stage, Telling } from "./stage.ts";

type Chances = Readonly<Record<Telling, number>>;

/**
 * Probabilities of the answers: `TELLS` if the stage contains the information, `TELLS_NOT` if not.
 * A reader errs in a few percent of cases.
 */
const TELLS: Chances = { expected: 0.96, other: 0.02, none: 0.02 };
const TELLS_NOT: Chances = { expected: 0.01, other: 0.19, none: 0.8 };
/** If the annotation is wrong, the annotated message usually states something else. */
const CONTRADICTS: Chances = { expected: 0.02, other: 0.58, none: 0.4 };

/** Probabilities that a stage contains the information. */
const SURELY = 0.98;
const PROBABLY = 0.85;
const PERHAPS = 0.5;
const HARDLY = 0.02;

/** The data that shows which operations and stages come before other operations and stages. */
export interface StageOrder {
  readonly paths: InformationPaths;
  readonly tracing: Tracing;
  /** Position of the operation after which the memory had content from every message. */
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
 * After these errors, the memory still contains the answer. `READ` lists the errors after which the
 * context contains the answer too.
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
 * Returns the probability that the output of `written` has the answer, if the operation `lost` lost
 * the answer before the answer reached the memory.
 */
function inWritten(lost: string, written: string, paths: InformationPaths): number {
  if (written === lost || paths.leads(lost, written)) return HARDLY;
  if (paths.leads(written, lost)) return SURELY;
  // If the operations read different messages, the stage shows the messages of the faulty operation
  // in their original words, so the stage contains the answer.
  const own = paths.sourcesOf(lost);
  return [...paths.sourcesOf(written)].some((source) => own.has(source)) ? PERHAPS : SURELY;
}
