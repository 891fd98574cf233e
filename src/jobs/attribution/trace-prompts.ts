/**
 * Records which of the project's prompts a graph uses. Runs when the attribution job loads the
 * graph.
 */
import { scoredAnswers } from "../../attribution/cases/scored-answers.ts";
import { logFailure } from "../../database/failure-log.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { PromptRepository } from "../../database/prompts/prompt-repository.ts";
import { MAX_TEXTS, type TracedPrompts } from "../../database/prompts/prompt-traces.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../../graph/in-turns.ts";
import {
  type FoundPrompt,
  findPromptsInTurns,
  promptsBehind,
} from "../../optimization/find-prompts.ts";
import { promptOutcomes } from "../../optimization/prompt-outcomes.ts";
import { replayOf } from "../../replay/is-replay.ts";

/** After this many characters, the work pauses, so that other requests can run. */
const TURN = 2_000_000;

/**
 * Stores which prompts the graph uses. A repeated call changes nothing. Skips replays, because no
 * user received their answers.
 */
export async function tracePrompts(
  prompts: PromptRepository,
  graph: EvolutionGraph,
  createdAt: number,
  now: number,
): Promise<void> {
  if (replayOf(graph.header) !== undefined) return;
  const traced = await unlessItFails(graph, () => runGivingWay(tracedIn(graph), TURN));
  if (traced) await prompts.record({ id: graph.header.id, createdAt }, traced, now);
}

/** Returns the prompts that instructed the decisive operation of a case. */
export async function promptsOf(
  graph: EvolutionGraph,
  op: string | null,
): Promise<readonly FoundPrompt[]> {
  if (op === null) return [];
  const found = await unlessItFails(graph, async () => {
    await runGivingWay(findPromptsInTurns(graph), TURN);
    return promptsBehind(graph, op);
  });
  return found ?? [];
}

function* tracedIn(graph: EvolutionGraph): InTurns<TracedPrompts> {
  const found = yield* findPromptsInTurns(graph);
  if (found.length === 0) return { found, outcomes: [] };
  // An outcome refers to a stored prompt. So leave out the outcomes of prompts that are not stored.
  const names = new Set(found.slice(-MAX_TEXTS).map(({ name }) => name));
  const stored = found.filter(({ name }) => names.has(name));
  const answers = yield* scoredAnswers(graph);
  yield costOf(answers.length);
  return { found, outcomes: promptOutcomes(stored, answers) };
}

/**
 * Returns the result of `work`. If `work` fails, logs the failure and returns undefined, because
 * the graph's cases must be attributed even if its prompts cannot be found.
 */
async function unlessItFails<R>(
  { header }: EvolutionGraph,
  work: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await work();
  } catch (error) {
    logFailure("prompts not found", error, { graph: header.id });
    return undefined;
  }
}
