/** The input and output of a step, independent of any convention. */

/**
 * `reply`: a model's answer. `prompt`: an instruction. `record`: a unit of a memory or vector
 * store.
 */
export type ContentRole = "message" | "reply" | "prompt" | "query" | "text" | "record";

export interface Content {
  readonly role: ContentRole;
  /** For a record, undefined if only its id was captured, and empty if it was removed. */
  readonly text?: string;
  /** The store's own id of a record. */
  readonly id?: string;
}

/**
 * The input or the output of a span. Undefined if the span does not record it; empty if the span
 * records that there was none.
 */
export type Direction = readonly Content[] | undefined;

export interface SpanContent {
  readonly inputs: Direction;
  readonly outputs: Direction;
}

/** A step's part in the memory. */
export type SpanStepKind =
  | "search"
  | "rerank"
  | "write"
  | "delete"
  | "model"
  | "embed"
  | "tool"
  /** Only encloses other steps, whose spans show the flow. */
  | "frame"
  | "step";
