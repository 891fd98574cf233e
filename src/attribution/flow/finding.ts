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
  /** Id of the last variable that stated the needed detail before the blamed operation. */
  readonly carrier: string | null;
  /** Position of the blamed operation in the execution order. */
  readonly at: number;
  /** Ids of the memory units that stated the needed detail when the question was asked. */
  readonly inStore: readonly string[];
  readonly flow: Flow | undefined;
}

/** The losses of one case that the tracer found by comparing texts. */
export interface Traced {
  readonly tracing: Tracing;
  /**
   * The losses that name an operation, found with the match profile `DECIDING_PROFILE`. The first
   * loss is the verdict.
   */
  readonly findings: readonly LossFinding[];
  /**
   * The losses found with `FREE_PROFILE`, which counts every word that occurs in no message as a
   * paraphrase.
   */
  readonly ifFree: readonly LossFinding[];
  /**
   * Whether the graph contradicted the finding that was originally first. If `findings` is then
   * empty, the graph contradicted every suspected operation.
   */
  readonly isRetraced: boolean;
}
