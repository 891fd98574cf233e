/** The data of one case on three levels: the case, its evidence, and one match profile. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { AnswerGiving } from "../carry/answer-giving.ts";
import type { CarryParts, CarryTest, Comparisons } from "../carry/carry.ts";
import type { Restatements } from "../carry/restating.ts";
import type { StepTransfer, StepTransfers } from "../carry/step-transfer.ts";
import type { AskedQuestion, Needs } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";

/** The data that all verdicts on a case share, for any evidence. */
export interface CaseTrace extends CarryParts, AnswerGiving {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly roles: Roles;
  readonly question: AskedQuestion;
  /** Whether the expected answer has content to compare an answer with. */
  readonly isExpectedKnown: boolean;
  /** Whether the case gave an expected answer, with or without content to compare. */
  readonly isExpectedGiven: boolean;
  /** The memory at the time of the question. */
  readonly store: readonly Variable[];
  readonly comparisons: Comparisons;
  /** Whether a text repeats the whole statement. */
  readonly repeatsStatement: CarryTest;
  readonly restatements: Restatements;
  readonly transfers: StepTransfers;
}

/** The case with its evidence. */
export interface About extends CaseTrace {
  readonly evidence: readonly Variable[];
  readonly evidenceFound: boolean;
  /** Probability that the evidence is right; 1 if the case gave the evidence. */
  readonly evidenceShare: number;
  readonly needs: Needs;
}

/** The case with one match profile. */
export interface Tracing extends CaseTrace {
  readonly carry: CarryTest;
  /** Whether a step passed the detail on, and in which words. */
  readonly transfer: StepTransfer;
}
