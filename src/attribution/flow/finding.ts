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
  /** Ids of the memory units that stated the needed detail at the time of the question. */
  readonly inStore: readonly string[];
  readonly flow: Flow | undefined;
  /** True if it is only assumed that the units of `inStore` stated the detail in other words. */
  readonly isAssumed?: true;
  /** True if the operation wrote the detail, but not about the subject of the question. */
  readonly isMisplaced?: true;
  /**
   * Present if `op` only decided to change or delete a unit, or what to search for, and another
   * operation carried this out. `link` and `carrier` of the finding belong to the other operation.
   */
  readonly decided?: {
    readonly carriedOutBy: string;
    /** Id of a link of `op`: from the unit, a list with the unit, or the question. */
    readonly link: string;
  };
  /** True if the memory still states the detail, but the operation marked it as no longer true. */
  readonly isEnded?: true;
}

export interface Traced {
  readonly tracing: Tracing;
  /** The losses that name an operation, found with `DECIDING_PROFILE`. The first is the verdict. */
  readonly findings: readonly LossFinding[];
  /**
   * The losses found with `FREE_PROFILE`. This profile is more lenient: it takes a word that occurs
   * in no message as a paraphrase of any word of the needed detail.
   */
  readonly ifFree: readonly LossFinding[];
  /**
   * True if the graph contradicted the original first finding. Then `findings` begins with the next
   * suspect that the graph does not contradict. It is empty if there is no such suspect.
   */
  readonly isRetraced: boolean;
}
