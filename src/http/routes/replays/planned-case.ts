import { runGivingWay } from "../../../database/giving-way.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import type { Case } from "../../../protocol/api/api.ts";
import type { ReplayPlan } from "../../../protocol/api/replays.ts";
import { planInTurns } from "../../../replay/plan.ts";
import { TURN } from "../../bounded-work.ts";
import type { ProjectServices } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { loadGraph } from "../../graphs/graph-revision.ts";

export async function planOf(
  project: ProjectServices,
  id: string,
): Promise<{ found: Case; planned: ReplayPlan; graph: EvolutionGraph }> {
  const found = await project.cases.find(id);
  const graph = found && (await loadGraph(project, found.graph));
  if (found === undefined || graph === undefined) throw notFound("case");
  const planned = await runGivingWay(planInTurns(graph, found), TURN);
  return { found, graph, planned };
}
