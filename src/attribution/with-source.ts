/**
 * Adds the source of the wrong answer to the verdict: the text from which the wrong part of the
 * answer came. An undecided verdict on a graph without a memory also gets another reason: the
 * reason explains the source and blames no memory operation.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { memoryUnits } from "../graph/memory/memory-units.ts";
import type { Variable } from "../graph/model.ts";
import type {
  AnswerSource,
  Attribution,
  FailedCase,
  UndecidedBecause,
} from "../protocol/api/attribution.ts";
import { explainNoMemory } from "./explain/undecided.ts";
import { rolesInTurns } from "./roles/roles.ts";
import { findSource } from "./source/find-source.ts";

export function* withSource(
  graph: EvolutionGraph,
  failed: FailedCase,
  verdict: Attribution,
): Generator<number, Attribution> {
  const isRight = verdict.outcome === "attributed" && verdict.errorType === "JudgeError";
  const source = isRight ? NOT_WRONG : yield* findSource(graph, failed);
  const mayLackMemory = lacksGround(verdict) && source.outcome === "found" && hasSteps(graph);
  if (!mayLackMemory || hasUnit(graph, memoryUnits(graph).isUnit)) return { ...verdict, source };
  const { isMemory } = yield* rolesInTurns(graph, failed);
  return hasUnit(graph, isMemory) ? { ...verdict, source } : explainNoMemory(verdict, source);
}

const NOT_WRONG: AnswerSource = {
  outcome: "cannot-tell",
  because: "not-wrong",
  reason: "The answer states all of the expected answer, so it has no wrong part.",
};

function hasUnit(graph: EvolutionGraph, isUnit: (variable: Variable) => boolean): boolean {
  for (const variable of graph.variables.values()) if (isUnit(variable)) return true;
  return false;
}

/**
 * Whether the verdict is undecided for a reason that is usual for an agent without a memory. For
 * example, the trace has no messages.
 */
function lacksGround(verdict: Attribution): boolean {
  return verdict.outcome === "undecided" && GROUNDLESS.has(verdict.because);
}

const GROUNDLESS: ReadonlySet<UndecidedBecause> = new Set([
  "nothing-recorded",
  "no-messages",
  "no-expected-answer",
  "no-evidence",
  "signs-contradict",
]);

function hasSteps({ operations }: EvolutionGraph): boolean {
  return operations.size > 1;
}
