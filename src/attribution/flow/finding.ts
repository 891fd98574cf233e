import type { ErrorType } from "../../protocol/error-types.ts";
import type { Need } from "../needs/need.ts";
import type { Flow } from "./flow.ts";
import type { Tracing } from "./trace-context.ts";

export interface LossFinding {
  readonly errorType: ErrorType;
  /** Id of the blamed operation; null if no recorded operation explains the loss. */
  readonly op: string | null;
  readonly link: string | null;
  readonly need: Need | undefined;
  /** Id of the variable that last stated the need, before the blamed operation. */
  readonly carrier: string | null;
  /** Position of the operation in the execution order. */
  readonly at: number;
  /** Ids of the units that stated the need when the question was asked. */
  readonly inStore: readonly string[];
  readonly flow: Flow | undefined;
}

/** The losses of one case that the tracer found by comparing texts. */
export interface Traced {
  readonly tracing: Tracing;
  /** The losses that name an operation, by the deciding profile. The first loss is the verdict. */
  readonly findings: readonly LossFinding[];
  /** The losses if every word that occurs in no message counts as a paraphrase. */
  readonly ifFree: readonly LossFinding[];
  /**
   * Whether the graph contradicted the first finding. If `findings` is then empty, the graph
   * contradicted every suspect.
   */
  readonly isRetraced: boolean;
}
