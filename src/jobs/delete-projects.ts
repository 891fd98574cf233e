/** Continues the deletion of projects. Graphs are deleted before all other rows. */
import type { Database } from "../database/database.ts";
import { logFailure } from "../database/failure-log.ts";
import { forEachGivingWay } from "../database/giving-way.ts";
import {
  beginDeletion,
  deleteProjectRows,
  doomedProjects,
  someGraphs,
} from "../database/graphs/project-deletion.ts";

export interface ProjectDeletionDeps {
  readonly database: Database;
  deleteGraph(project: string, graph: string): Promise<void>;
}

/** One run deletes at most this many projects and graphs. The next run continues. */
const MAX_PROJECTS = 10;
const MAX_GRAPHS_A_RUN = 400;
const GRAPHS_AT_ONCE = 10;
/**
 * Minimum time from the beginning of a project's deletion to the deletion of its rows. At first,
 * some workers may still accept events with the project's keys. A new graph has no row until its
 * first events are packed. Without the waiting time, the deletion could miss such a graph.
 */
const SETTLED_AFTER_MS = 2 * 60_000;

export async function deleteProjects(deps: ProjectDeletionDeps, now: number): Promise<void> {
  const projects = await doomedProjects(deps.database, MAX_PROJECTS);
  // Each project gets an equal share. Otherwise, a large project would delay small ones.
  const share = Math.floor(MAX_GRAPHS_A_RUN / Math.max(1, projects.length));
  for (const { id, deletedAt } of projects) {
    const graphs = await someGraphs(deps.database, id, share);
    await deleteGraphs(deps, id, graphs);
    if (graphs.length === share) continue;
    // A `deletedAt` in the future comes from a wrong clock, so start the waiting time again now.
    if (deletedAt > now) await beginDeletion(deps.database, id, now);
    else if (deletedAt <= now - SETTLED_AFTER_MS) await deleteProjectRows(deps.database, id);
  }
}

/** Deletes graphs. A failure is only logged, because other projects must be deleted too. */
async function deleteGraphs(
  deps: ProjectDeletionDeps,
  project: string,
  graphs: readonly string[],
): Promise<void> {
  await forEachGivingWay(graphs, GRAPHS_AT_ONCE, async (graph) => {
    await deps.deleteGraph(project, graph).catch((error: unknown) => {
      logFailure("deletion failed; it goes on later", error, { project });
    });
  });
}
