import type { ErrorType } from "../../protocol/error-types.ts";
import type { Need } from "../needs/need.ts";
import type { Flow } from "./flow.ts";
import type { Tracing } from "./trace-context.ts";

export interface LossFinding {
  readonly errorType: ErrorType;
  /** Null if no recorded operation explains the loss. */
  readonly op: string | null;
  readonly link: string | null;
  readonly need: Need | undefined;
  /** The variable that last stated the need, before the step at fault. */
  readonly carrier: string | null;
  /** Position of the operation in execution order. */
  readonly at: number;
  /** Units in the memory that stated the need when the question was asked. */
  readonly inStore: readonly string[];
  readonly flow: Flow | undefined;
}

/** The losses that the tracer found by comparing texts. */
export interface Traced {
  readonly tracing: Tracing;
  /**
   * The findings of the deciding profile that name an operation. The first finding is the verdict.
   */
  readonly findings: readonly LossFinding[];
  /** The findings if every word that occurs in no message counts as a paraphrase. */
  readonly ifFree: readonly LossFinding[];
  /**
   * Whether the graph contradicted the first finding. If there are no findings, the graph
   * contradicted every suspect.
   */
  readonly isRetraced: boolean;
}
