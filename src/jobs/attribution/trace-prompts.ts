/** Records the project's prompts that a graph uses, when the job looks for wrong answers. */
import { scoredAnswers } from "../../attribution/cases/scored-answers.ts";
import { logFailure } from "../../database/failure-log.ts";
import type { PromptRepository } from "../../database/prompts/prompt-repository.ts";
import type { TracedPrompts } from "../../database/prompts/prompt-traces.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { type FoundPrompt, findPrompts, promptsBehind } from "../../optimization/find-prompts.ts";
import { promptOutcomes } from "../../optimization/prompt-outcomes.ts";
import { replayOf } from "../../replay/is-replay.ts";

/** Idempotent. Skips replays, whose answers do not count. */
export async function tracePrompts(
  prompts: PromptRepository,
  graph: EvolutionGraph,
  createdAt: number,
  now: number,
): Promise<void> {
  if (replayOf(graph.header) !== undefined) return;
  const traced = unlessItFails(graph, () => tracedIn(graph));
  if (traced) await prompts.record({ id: graph.header.id, createdAt }, traced, now);
}

/** The prompts that instructed the decisive operation of a case. */
export function promptsOf(graph: EvolutionGraph, op: string | null): readonly FoundPrompt[] {
  return unlessItFails(graph, () => (op === null ? [] : promptsBehind(graph, op))) ?? [];
}

function tracedIn(graph: EvolutionGraph): TracedPrompts {
  const found = findPrompts(graph);
  const outcomes = found.length === 0 ? [] : promptOutcomes(found, scoredAnswers(graph));
  return { found, outcomes };
}

/** If the prompts cannot be recorded, the graph's cases must still be attributed. */
function unlessItFails<R>({ header }: EvolutionGraph, work: () => R): R | undefined {
  try {
    return work();
  } catch (error) {
    logFailure("prompts not found", error, { graph: header.id });
    return undefined;
  }
}
