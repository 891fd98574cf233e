/**
 * Explains a verdict without naming records. The reasons that the tracer or a model gives contain
 * ids of records. So the sentence is written here, from the fields of the verdict.
 */
import type { Attribution, UndecidedBecause } from "../../../protocol/api/attribution.ts";
import type { ErrorType } from "../../../protocol/error-types.ts";

const MAX_LOST = 5;
const MAX_LOST_CHARS = 140;

export interface PublicCause {
  readonly errorType: ErrorType;
  readonly opName: string | null;
  /** The lost pieces of information. Empty if unknown. */
  readonly lost: readonly string[];
}

export function publicReason(verdict: Attribution): string {
  return verdict.outcome === "undecided" ? UNDECIDED[verdict.because] : publicCause(verdict);
}

export function publicCause({ errorType, opName, lost }: PublicCause): string {
  const step = opName ?? "No recorded operation";
  const words = lost.slice(0, MAX_LOST).map(quoted).join(", ") || "what the answer needed";
  switch (errorType) {
    case "ExtractionError":
      return `${step} left out ${words} when it wrote the memory.`;
    case "UpdateError":
      return `${step} changed a memory unit, which then no longer stated ${words}.`;
    case "DeletionError":
      return `${step} deleted a memory unit that stated ${words}.`;
    case "RetrievalError":
      return `The memory stated ${words}, but ${opName ?? "no recorded operation"} did not return it.`;
    case "ResponseError":
      return `${step} gave the answer without ${words}.`;
    case "AnnotationError":
      return "The messages do not support the expected answer.";
    case "JudgeError":
      return "The answer states the expected answer, but it was judged wrong.";
  }
}

/** Matches the id of a variable: an optional class, a name and a version, such as `user:name@3`. */
const VARIABLE_ID = /[^\s“”"'`(),;]+@\d+/gu;

/**
 * Removes the ids of variables from a text that a model wrote. The model has read such ids, and
 * sometimes quotes them.
 */
export function withoutIds(text: string): string {
  return text.replaceAll(VARIABLE_ID, "a value");
}

function quoted(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  return `“${flat.length <= MAX_LOST_CHARS ? flat : `${flat.slice(0, MAX_LOST_CHARS).trimEnd()}…`}”`;
}

const UNDECIDED: Readonly<Record<UndecidedBecause, string>> = {
  "nothing-recorded": "The trace records nothing before the answer.",
  "no-messages": "The trace records no message.",
  "question-not-recorded": "The trace records neither the question nor the answer.",
  "no-expected-answer": "No expected answer is known.",
  "no-evidence": "No message shows a detail of the expected answer that could be followed.",
  "no-memory": "The trace shows no memory.",
  "message-not-read":
    "No recorded operation read the message with the answer before the question was asked.",
  "reading-not-recorded": "The trace does not show what the answering step read.",
  "signs-contradict": "The signs in the trace contradict each other.",
  "too-much-to-follow": "Following the trace takes more work than one case may cost.",
};
