/** Describes the input and output of a step, independently of any convention. */

/**
 * `reply` is a model's answer, `prompt` an instruction, `record` a unit of a memory or vector
 * store.
 */
export type ContentRole = "message" | "reply" | "prompt" | "query" | "text" | "record";

export interface Content {
  readonly role: ContentRole;
  /**
   * The text of a record is undefined if only its id was captured, and empty if the record was
   * removed.
   */
  readonly text?: string;
  /** The store's own id of a record. */
  readonly id?: string;
}

/**
 * The input or output of a span. Undefined if the span does not record it; an empty list if the
 * span records that it is empty.
 */
export type Direction = readonly Content[] | undefined;

export interface SpanContent {
  readonly inputs: Direction;
  readonly outputs: Direction;
}

export type SpanStepKind =
  | "search"
  | "rerank"
  | "write"
  | "delete"
  | "model"
  | "embed"
  | "tool"
  /** A step that only encloses other steps. The spans of the inner steps show the flow. */
  | "frame"
  | "step";
