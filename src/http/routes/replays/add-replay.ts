import { MAX_REPLAYS_OF_CASE } from "../../../protocol/limits.ts";
import { addReplay as declaration } from "../../../protocol/routes/replays.ts";
import { replayOf } from "../../../replay/is-replay.ts";
import { outcomeOf } from "../../../replay/outcome.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { loadGraph } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";
import { planOf } from "./planned-case.ts";

export const addReplay = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { now, newId } = c.get("services");
  const facts = c.req.valid("json");
  const { found, planned } = await planOf(project, c.req.valid("param").case);
  if (facts.op !== found.op || facts.errorType !== found.errorType) {
    throw new ApiError(
      "conflict",
      "The case now has another verdict than the replayed one. Replay it again.",
    );
  }
  if (facts.correction !== null && facts.correction.op !== planned.target?.op) {
    throw new ApiError("conflict", "The replay corrected another operation than the plan names.");
  }
  await checkGraph(project, found.id, facts.graph);
  const needed = [...planned.needed, ...facts.needed];
  const { outcome, reason } = outcomeOf({ ...facts, needed }, planned);
  const createdAt = now();
  const made = {
    ...{ id: newId("replay"), case: found.id, graph: found.graph, replayed: facts.graph },
    ...{ outcome, reason, facts, createdAt },
  };
  const isStored = await project.replays.add(made).catch(async (error: unknown) => {
    // If the replay could not be stored because the case was deleted during this request, answer
    // 404.
    if ((await project.cases.find(found.id)) === undefined) throw notFound("case");
    throw error;
  });
  if (!isStored) {
    throw atLimit(MAX_REPLAYS_OF_CASE, "replays of the case", "Replay another case.");
  }
  const stored = await project.replays.find(made.id);
  if (stored === undefined) throw notFound("case");
  return c.json(stored, 201);
});

/**
 * Refuses a graph that is not a replay of this case. When the case's graph is deleted, the graph of
 * the replay is deleted too. Without this check, an unrelated graph could be deleted in this way.
 */
async function checkGraph(
  project: ProjectServices,
  id: string,
  graph: string | null,
): Promise<void> {
  if (graph === null) return;
  const loaded = await loadGraph(project, graph);
  if (loaded !== undefined && replayOf(loaded.header) === id) return;
  throw new ApiError(
    "invalid_request",
    `graph: ${graph} is not a replay of this case. Its graph event must contain the metadata {"replayOf": "${id}"}.`,
  );
}
