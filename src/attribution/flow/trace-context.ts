/** What one way of comparing texts brings along for following details through a graph. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Link, Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { CarryTest } from "../carry/carry.ts";
import type { Judgement } from "../carry/carry-answers.ts";
import type { HandOver, Manner } from "../carry/step-transfer.ts";
import type { Effort } from "../effort.ts";
import type { Need } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";

export interface Tracing {
  readonly graph: EvolutionGraph;
  readonly effort: Effort;
  readonly roles: Roles;
  /** The sentences of what the variable shows. */
  readonly sentences: (variable: Variable) => readonly Sentence[];
  readonly carry: CarryTest;
  /** The same test, for whether another message says the whole statement again. */
  readonly restates: CarryTest;
  /** What was answered about the variable by somebody who understands it; see judged.ts. */
  readonly judged: (variable: Variable, need: Need) => Judgement | undefined;
  /** Whether a step passed the detail on, and in which words. */
  readonly handOver: HandOver;
  /** How steps of the link's kind treat words. */
  readonly treats: (link: Link) => Manner;
  /** Whether the variable uses words that no message uses, which may stand for others. */
  readonly mayBeReworded: (variable: Variable) => boolean;
  /** The memory as it stood when the question was asked. */
  readonly store: readonly Variable[];
  /** The need in the words of a unit that states it. */
  readonly reword: (need: Need, unit: Variable) => Need | undefined;
}
