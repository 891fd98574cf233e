import type { Finding } from "./finding.ts";
import type { Tracing } from "./trace-context.ts";

/** Where each way to compare texts finds the details lost. */
export interface Traced {
  readonly tracing: Tracing;
  /** What the deciding view found, each at an operation, the verdict first; and each of the other views. */
  readonly findings: readonly Finding[];
  readonly others: readonly (readonly Finding[])[];
  /** What is found if every word that no message uses may be a paraphrase. */
  readonly ifFree: readonly Finding[];
  /** The graph contradicted what the deciding view found first; without findings, every suspect. */
  readonly isRetraced: boolean;
}
