/** Opens a case for each answer that the user corrects in a later message. */
import type { RightAnswer } from "../../attribution/cases/discover-cases.ts";
import { findCorrections } from "../../attribution/corrections/find-corrections.ts";
import type { CaseRepository } from "../../database/cases/case-repository.ts";
import { newCases } from "../../database/cases/new-cases.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { replayOf } from "../../replay/is-replay.ts";
import type { ProjectRepository } from "../../tenancy/projects.ts";

export interface CorrectionCaseDeps {
  readonly project: string;
  readonly cases: Pick<CaseRepository, "open" | "withCorrection">;
  readonly settings: Pick<ProjectRepository, "get">;
  now(): number;
}

/** After this many characters, the work pauses, so that other requests can run. */
const TURN = 2_000_000;

/**
 * Opens a case for each answer that the user corrected. An answer gets no case if a judgement in
 * the graph says that the answer is right, or if the user took the correction back. If the user
 * takes the correction back after the case was opened, the function stores this in the case.
 * @returns the number of opened cases
 */
export async function openCorrected(
  deps: CorrectionCaseDeps,
  graph: EvolutionGraph,
  graphCreatedAt: number,
  right: readonly Pick<RightAnswer, "key">[],
): Promise<number> {
  if (replayOf(graph.header) !== undefined) return 0;
  if ((await deps.settings.get())?.openCorrections !== true) return 0;
  const passed = new Set(right.map(({ key }) => key));
  const corrected = await runGivingWay(findCorrections(graph), TURN);
  const found = corrected.filter(({ key }) => !passed.has(key));
  if (found.length === 0) return 0;
  const known = await deps.cases.withCorrection(graph.header.id);
  const now = deps.now();
  const wanted = newCases(deps.project, graph, found, now).filter(
    ({ id, correction }) => correction?.takenBack === null || known.has(id),
  );
  return deps.cases.open(wanted, now, graphCreatedAt);
}
