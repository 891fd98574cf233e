/** How likely each answer about a stage is, if a given operation is at fault. */
import type { Tracing } from "../flow/trace-context.ts";
import type { Hypothesis } from "./hypotheses.ts";
import type { InformationPaths } from "./information-paths.ts";
import type { Stage, Telling } from "./stage.ts";

type Chances = Readonly<Record<Telling, number>>;

/** If the stage lets its reader answer, and if it does not. A reader errs in a few of a hundred. */
const TELLS: Chances = { expected: 0.96, other: 0.02, none: 0.02 };
const TELLS_NOT: Chances = { expected: 0.01, other: 0.19, none: 0.8 };
/** The message of a wrong annotation usually states something else. */
const CONTRADICTS: Chances = { expected: 0.02, other: 0.58, none: 0.4 };

/** Chances that a stage tells the answer. */
const SURELY = 0.98;
const PROBABLY = 0.85;
const PERHAPS = 0.5;
const HARDLY = 0.02;

/** The stages as the operations see them. */
export interface StageOrder {
  readonly paths: InformationPaths;
  readonly tracing: Tracing;
  /** Position of the operation by which something of every message was in the memory. */
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

function tellingShare(hypothesis: Hypothesis, stage: Stage, order: StageOrder): number {
  const { errorType } = hypothesis;
  switch (stage.kind) {
    case "message":
      return PROBABLY;
    case "answer":
      return errorType === "JudgeError" ? SURELY : 0;
    case "context":
      return errorType === "ResponseError"
        ? SURELY
        : errorType === "JudgeError"
          ? PROBABLY
          : HARDLY;
    case "retrieved":
      return inRetrieved(hypothesis, stage);
    case "memory":
      return inMemory(hypothesis, stage, order);
    case "written":
      return inWritten(hypothesis, stage, order);
  }
}

function inRetrieved({ errorType, op, at }: Hypothesis, stage: Stage): number {
  if (errorType === "ResponseError" || errorType === "JudgeError") return PROBABLY;
  if (errorType !== "RetrievalError" || stage.op === op) return HARDLY;
  return stage.at <= at ? PROBABLY : HARDLY;
}

function inMemory(hypothesis: Hypothesis, stage: Stage, { enteredAt }: StageOrder): number {
  if (stage.at <= enteredAt) return HARDLY;
  switch (hypothesis.errorType) {
    case "RetrievalError":
    case "ResponseError":
    case "JudgeError":
      return stage.isSelection ? PROBABLY : SURELY;
    case "AnnotationError":
      return HARDLY;
    default:
      return hypothesis.isFromMemory && stage.at <= hypothesis.at ? SURELY : HARDLY;
  }
}

function inWritten({ errorType, op }: Hypothesis, stage: Stage, { paths }: StageOrder): number {
  if (stage.op === null) return PERHAPS;
  switch (errorType) {
    case "RetrievalError":
    case "ResponseError":
    case "JudgeError":
      return PROBABLY;
    case "AnnotationError":
      return HARDLY;
    default: {
      if (op === null || stage.op === op || paths.leads(op, stage.op)) return HARDLY;
      if (paths.leads(stage.op, op)) return SURELY;
      // Messages that another operation read stand beside the stage as they were said.
      const own = paths.sourcesOf(op);
      const isBeside = ![...paths.sourcesOf(stage.op)].some((source) => own.has(source));
      return isBeside ? SURELY : PERHAPS;
    }
  }
}
