/**
 * Finds corrected answers, and answers to judge, in a graph that receives no more events. Runs when
 * the graph's memory figures are counted.
 */
import { judgedInTurns } from "../../attribution/cases/discover-cases.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { type DrawDeps, drawAnswers } from "../judge/draw-answers.ts";
import { type CorrectionCaseDeps, openCorrected } from "./open-corrected.ts";

interface QuietDeps extends CorrectionCaseDeps, DrawDeps {
  /** Wakes the job in which the model judges the chosen answers. */
  wakeJob(job: string, delayMs: number): Promise<void>;
  wakeAttribution(graph: string): Promise<void>;
}

/** After this many characters, the work pauses, so that other requests can run. */
const TURN = 2_000_000;

/**
 * Opens cases for corrected answers, and chooses some answers at random for the model to judge.
 * Call this only when no more events arrive. Before that, the user might still take a correction
 * back.
 */
export async function examineQuiet(
  deps: QuietDeps,
  graph: EvolutionGraph,
  createdAt: number,
): Promise<void> {
  const { right } = await runGivingWay(judgedInTurns(graph), TURN);
  const opened = await openCorrected(deps, graph, createdAt, right);
  if (opened > 0) await deps.wakeAttribution(graph.header.id);
  if (await drawAnswers(deps, graph, createdAt)) await deps.wakeJob("", 0);
}
