/** What a step read and wrote, in the words of no convention. */

/**
 * `reply` is what a model said, `prompt` what it was told to do; `record` is a unit of a memory or
 * vector store.
 */
export type Role = "message" | "reply" | "prompt" | "query" | "text" | "record";

export interface Content {
  readonly role: Role;
  /** Of a record, missing where only its id was captured; empty where the record was removed. */
  readonly text?: string;
  /** The store's own id of a record. */
  readonly id?: string;
}

/** One direction of a span; undefined where the span does not say, empty where it says nothing came. */
export type Side = readonly Content[] | undefined;

export interface SpanContent {
  readonly inputs: Side;
  readonly outputs: Side;
}

/** A step's part in the memory, in whatever convention it was described. */
export type StepKind =
  | "search"
  | "rerank"
  | "write"
  | "delete"
  | "model"
  | "embed"
  | "tool"
  /** Encloses other steps: what flowed is read off those. */
  | "frame"
  | "step";
