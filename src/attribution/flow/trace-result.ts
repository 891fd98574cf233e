import type { Finding } from "./finding.ts";
import type { Tracing } from "./trace-context.ts";

/** Where the details were lost, as far as the comparison of texts tells. */
export interface Traced {
  readonly tracing: Tracing;
  /** What the deciding view found, each at an operation, the verdict first. */
  readonly findings: readonly Finding[];
  /** What is found if every word that no message uses may be a paraphrase. */
  readonly ifFree: readonly Finding[];
  /** The graph contradicted what the deciding view found first; without findings, every suspect. */
  readonly isRetraced: boolean;
}
