import type { ErrorType } from "../../protocol/error-types.ts";
import type { Need } from "../needs/need.ts";
import type { Flow } from "./flow.ts";

export interface Finding {
  readonly errorType: ErrorType;
  /** Null if no recorded operation explains it. */
  readonly op: string | null;
  readonly link: string | null;
  readonly need: Need | undefined;
  /** The variable that last stated the need, before the step at fault. */
  readonly carrier: string | null;
  readonly at: number;
  /** Units of the memory that stated the need when the question was asked. */
  readonly inStore: readonly string[];
  readonly flow: Flow | undefined;
}
