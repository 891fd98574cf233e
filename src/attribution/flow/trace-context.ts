/**
 * Defines what the tracer knows about a case: about the case itself (`CaseTrace`), about its
 * evidence (`About`), and for one match profile (`Tracing`).
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

/** What the tracer knows about a case independently of the evidence. */
export interface CaseTrace extends CarryParts, AnswerGiving {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly roles: Roles;
  readonly question: AskedQuestion;
  /**
   * Whether the expected answer can be compared with messages; false for an empty text, for
   * example.
   */
  readonly isExpectedKnown: boolean;
  /** Whether the case has an expected answer, even if it cannot be compared with messages. */
  readonly isExpectedGiven: boolean;
  /** The memory units that existed when the question was asked. */
  readonly store: readonly Variable[];
  readonly comparisons: Comparisons;
  /** Returns which share of a needed detail's whole statement a text repeats, from 0 to 1. */
  readonly repeatsStatement: CarryTest;
  readonly restatements: Restatements;
  readonly transfers: StepTransfers;
  /** Whether a text gives the given answer instead of the expected answer. */
  readonly givesOther: GivesOther;
}

/** The case with its evidence and the details that the expected answer needs. */
export interface About extends CaseTrace {
  readonly evidence: readonly Variable[];
  readonly evidenceFound: boolean;
  /** Probability that `evidence` is the right evidence; 1 if the case names its evidence. */
  readonly evidenceShare: number;
  readonly needs: Needs;
}

/** The case and the tests that use one match profile. */
export interface Tracing extends CaseTrace {
  readonly carry: CarryTest;
  /** Tests whether an operation passed the detail on, and in which words. */
  readonly transfer: StepTransfer;
}
