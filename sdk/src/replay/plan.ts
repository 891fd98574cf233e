/** The service's replay plan, and the facts that the replay sends back. */

export type ErrorType =
  | "ExtractionError"
  | "UpdateError"
  | "DeletionError"
  | "RetrievalError"
  | "ResponseError"
  | "AnnotationError"
  | "JudgeError";

/** A recorded value, or a correction of one. */
export interface ReplayValue {
  /** Null if the value was not recorded, as in a correction. */
  id: string | null;
  /** The variable's name; for a memory unit, its id. */
  name: string;
  className: string | null;
  category: string | null;
  text: string;
  isUnit: boolean;
  metadata: Record<string, unknown> | null;
}

/** What a call returned and how it changed the memory. */
export interface ReplayEffect {
  /** Values that the call returned, and memory units that it wrote. */
  values: ReplayValue[];
  /** Names of memory units that the call deleted. */
  removed: string[];
}

export interface ReplayCall extends ReplayEffect {
  op: string;
  name: string;
  /** Id of the outer operation; null if the call ran outside any operation. */
  inside: string | null;
  inputs: string[];
  settings: unknown[];
  changesMemory: boolean;
  usesMemory: boolean;
}

export interface ReplayStep {
  kind: "message" | "question";
  said: ReplayValue;
  at: string;
  calls: ReplayCall[];
}

export interface ReplayTarget {
  op: string;
  name: string;
  place: number;
  effect: "result" | "memory";
  recorded: ReplayEffect;
  corrected: ReplayEffect | null;
}

/** The answer of `GET /v1/cases/{case}/replay`. */
export interface ReplayPlan {
  case: string;
  graph: string;
  user: string | null;
  system: string | null;
  errorType: ErrorType | null;
  op: string | null;
  opName: string | null;
  proves: "rescue" | "withstand";
  query: string;
  expected: string[];
  prediction: string;
  memory: ReplayValue[];
  stored: string[];
  steps: ReplayStep[];
  target: ReplayTarget | null;
  needed: string[];
}

/** The body of `POST /v1/cases/{case}/replays`. */
export interface ReplayFacts {
  op: string | null;
  errorType: ErrorType | null;
  correction: {
    source: "given" | "evidence" | "model";
    op: string;
    opName: string;
    values: string[];
    kept: string[];
  } | null;
  control: { answer: string; isRight: boolean; isSame: boolean } | null;
  corrected: { answer: string; isRight: boolean } | null;
  graph: string | null;
  judgedBy: "match" | "function";
  ran: string[];
  reused: number;
  needed: string[];
}
