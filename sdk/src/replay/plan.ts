/** The replay plan from the service, and the facts that the process reports. */

export type ErrorType =
  | "ExtractionError"
  | "UpdateError"
  | "DeletionError"
  | "RetrievalError"
  | "ResponseError"
  | "AnnotationError"
  | "JudgeError";

/** A recorded value, or the correction of a recorded value. */
export interface ReplayValue {
  /** Variable id; null if the value was not recorded. */
  id: string | null;
  /** Name of the value. For a memory unit, this is the unit's id. */
  name: string;
  className: string | null;
  category: string | null;
  text: string;
  isUnit: boolean;
  metadata: Record<string, unknown> | null;
}

/** A call's result and effect. */
export interface ReplayEffect {
  /** Values that the call returned, or wrote into the memory. */
  values: ReplayValue[];
  /** Names of the memory units that the call deleted. */
  removed: string[];
}

export interface ReplayCall extends ReplayEffect {
  op: string;
  name: string;
  /** Id of the operation that contains this call. */
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

/** `GET /v1/cases/{case}/replay`. */
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

/** `POST /v1/cases/{case}/replays`. */
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
