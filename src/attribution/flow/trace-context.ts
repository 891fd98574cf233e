/**
 * Defines what the tracer knows about a case. `CaseTrace` does not depend on the evidence, `About`
 * adds the evidence, and `Tracing` adds the tests of one match profile.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { AnswerGiving } from "../carry/answer-giving.ts";
import type { CarryParts, CarryTest, Comparisons } from "../carry/carry.ts";
import type { GivesOther } from "../carry/other-answer.ts";
import type { Restatements } from "../carry/restating.ts";
import type { StepTransfer, StepTransfers } from "../carry/step-transfer.ts";
import type { AskedQuestion, Needs } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";

export interface CaseTrace extends CarryParts, AnswerGiving {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly roles: Roles;
  readonly question: AskedQuestion;
  /**
   * Whether the case has an expected answer that can be compared with messages. False, for example,
   * if the answer is empty, or if the tracer inferred it.
   */
  readonly isExpectedKnown: boolean;
  /** Whether the case has an expected answer, even one that cannot be compared with messages. */
  readonly isExpectedGiven: boolean;
  /** The memory units at the time of the question. */
  readonly store: readonly Variable[];
  readonly comparisons: Comparisons;
  /** Returns the share (0 to 1) of a detail's whole statement that a text repeats. */
  readonly repeatsStatement: CarryTest;
  readonly restatements: Restatements;
  readonly transfers: StepTransfers;
  /** Tests whether a text states the given answer and not the expected answer. */
  readonly givesOther: GivesOther;
}

/** The case with its evidence and needed details. */
export interface About extends CaseTrace {
  readonly evidence: readonly Variable[];
  readonly evidenceFound: boolean;
  /** Probability that `evidence` is right; 1 if the case names its evidence. */
  readonly evidenceShare: number;
  readonly needs: Needs;
}

/**
 * The case, with tests that compare texts with needed details. Both tests use the same match
 * profile (see `match-profiles.ts`).
 */
export interface Tracing extends CaseTrace {
  readonly carry: CarryTest;
  /** Tests whether an operation passed the detail on, and in which words. */
  readonly transfer: StepTransfer;
}
