import type { Operation, Variable } from "../../graph/model.ts";
import type { SourceKind } from "../../protocol/api/attribution.ts";
import type { SourceStep } from "./answer-steps.ts";

/**
 * A statement in a recorded value. `step` is the step that wrote this value, and `words` are the
 * words of the value that make the statement.
 */
export interface Statement {
  readonly step: SourceStep;
  readonly words: string;
}

/**
 * A variable that an operation read. `words` are the words of this variable that state the wrong
 * part of the answer.
 */
export interface Input {
  readonly variable: Variable;
  readonly words: string;
}

export interface FoundSource {
  readonly kind: SourceKind;
  readonly first: Statement;
  readonly op: Operation | undefined;
  /**
   * The operation that wrote the tool call, if a tool returned the wrong part, or if the failure in
   * `related` is the failure of a tool.
   */
  readonly calledBy: Operation | undefined;
  /**
   * What explains the wrong part: a failure, a newer version that was not used, or an invented
   * premise.
   */
  readonly related: Statement | undefined;
  /** An input of `op` that already states the wrong part; undefined if there is none. */
  readonly input: Input | undefined;
}
