/** What is known of a case when its verdict is explained. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { Fidelity } from "../carry/paraphrase-rate.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import type { Needs } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";
import type { Finding } from "./finding.ts";
import type { Tracing } from "./trace-context.ts";

export interface About {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly roles: Roles;
  readonly evidence: readonly Variable[];
  readonly evidenceFound: boolean;
  /** How likely the evidence is the right one; 1 where it was given. */
  readonly evidenceShare: number;
  readonly needs: Needs;
  /** Whether the expected answer says something that an answer can be compared with. */
  readonly isExpectedKnown: boolean;
  readonly reading: Reading;
}

export interface Traced {
  readonly tracing: Tracing;
  readonly fidelity: Fidelity;
  /** What the deciding view found, each at an operation, the verdict first; and each of the other views. */
  readonly findings: readonly Finding[];
  readonly others: readonly (readonly Finding[])[];
  /** What is found if every word that nobody said may stand for another. */
  readonly ifFree: readonly Finding[];
  /** The graph contradicted what the deciding view found first; without findings, every suspect. */
  readonly isRetraced: boolean;
}
