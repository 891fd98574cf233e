/** Describes the input and output of a step, independently of any convention. */

/**
 * `reply` is a model's answer, `prompt` an instruction, `record` a unit of a memory or vector
 * store.
 */
export type ContentRole = "message" | "reply" | "prompt" | "query" | "text" | "record";

export interface Content {
  readonly role: ContentRole;
  /**
   * A record without a text means that only its id was captured. A record with an empty text was
   * removed from the store.
   */
  readonly text?: string;
  /** The store's own id of a record. */
  readonly id?: string;
}

/**
 * The input or the output of a span. Undefined if the span does not record this side. An empty list
 * if the span records that this side was empty, such as a search without results.
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
