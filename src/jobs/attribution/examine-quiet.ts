/**
 * Examines a quiet graph, which receives no events any more. Runs when the graph's memory is
 * counted.
 */
import { judgedInTurns } from "../../attribution/cases/discover-cases.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { type DrawDeps, drawAnswers } from "../judge/draw-answers.ts";
import { type CorrectionCaseDeps, openCorrected } from "./open-corrected.ts";

interface QuietDeps extends CorrectionCaseDeps, DrawDeps {
  /** Wakes the job in which the model judges answers. */
  wakeJob(job: string, delayMs: number): Promise<void>;
  wakeAttribution(graph: string): Promise<void>;
}

/** Number of characters to process before other work may run. */
const TURN = 2_000_000;

/**
 * Opens cases for corrected answers, and draws answers to judge. The conversation must be quiet,
 * because a later message could take a correction back.
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
