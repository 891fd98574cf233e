/** What the search for the source of a wrong answer found. */
import type { Operation, Variable } from "../../graph/model.ts";
import type { SourceKind } from "../../protocol/api/attribution.ts";
import type { SourceStep } from "./answer-steps.ts";

/** A step that states something, and its words. */
export interface Statement {
  readonly step: SourceStep;
  readonly words: string;
}

/** A value that a step read, and its words that make the step's statement. */
export interface Input {
  readonly variable: Variable;
  readonly words: string;
}

export interface FoundSource {
  readonly kind: SourceKind;
  readonly first: Statement;
  /** The operation that is to blame for it. */
  readonly op: Operation | undefined;
  /** The step that wrote the call of the tool that returned it. */
  readonly calledBy: Operation | undefined;
  /** The failure, the newer version, or the invented premise that the statement rests on. */
  readonly beside: Statement | undefined;
  /** An input of the operation that states it too; undefined if no recorded input does. */
  readonly input: Input | undefined;
}
