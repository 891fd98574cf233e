/** Defines the result of the search for the source of a wrong answer. */
import type { Operation, Variable } from "../../graph/model.ts";
import type { SourceKind } from "../../protocol/api/attribution.ts";
import type { SourceStep } from "./answer-steps.ts";

/** A step, and the words with which its value makes a statement. */
export interface Statement {
  readonly step: SourceStep;
  readonly words: string;
}

/** A value that an operation read, and the words of this value that state the wrong part. */
export interface Input {
  readonly variable: Variable;
  readonly words: string;
}

export interface FoundSource {
  readonly kind: SourceKind;
  readonly first: Statement;
  /** The operation that is blamed; undefined if the graph records none. */
  readonly op: Operation | undefined;
  /** The operation that wrote the tool call, if a tool returned the wrong value. */
  readonly calledBy: Operation | undefined;
  /** What explains the statement: a failure, a newer version, or an invented premise. */
  readonly related: Statement | undefined;
  /** An input of `op` that already makes the statement; undefined if no recorded input does. */
  readonly input: Input | undefined;
}
