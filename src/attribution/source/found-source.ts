/** The result of the search for the source of a wrong answer. */
import type { Operation, Variable } from "../../graph/model.ts";
import type { SourceKind } from "../../protocol/api/attribution.ts";
import type { SourceStep } from "./answer-steps.ts";

/** A step, and the words of this step that make the statement. */
export interface Statement {
  readonly step: SourceStep;
  readonly words: string;
}

/** A value that a step read, and the words of this value that the step repeats. */
export interface Input {
  readonly variable: Variable;
  readonly words: string;
}

export interface FoundSource {
  readonly kind: SourceKind;
  readonly first: Statement;
  /** The operation to blame; undefined if none is recorded. */
  readonly op: Operation | undefined;
  /** If a tool returned the value, the step that wrote the tool call. */
  readonly calledBy: Operation | undefined;
  /** The failure, the newer version, or the invented premise that explains the statement. */
  readonly related: Statement | undefined;
  /**
   * An input of the operation that makes the same statement; undefined if no recorded input makes
   * it.
   */
  readonly input: Input | undefined;
}
