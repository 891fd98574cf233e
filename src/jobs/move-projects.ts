/** Moves a project's packs to the D1 database that was newly chosen for the project. */
import type { Database } from "../database/database.ts";
import { logFailure } from "../database/failure-log.ts";
import { forEachGivingWay } from "../database/giving-way.ts";
import { BINDINGS_CACHED_MS } from "../database/graphs/pack-databases.ts";
import { graphsLeft } from "../database/placement/graphs-left.ts";
import {
  endMove,
  type MovingProject,
  movingProjects,
} from "../database/placement/project-placement.ts";

interface ProjectMoveDeps {
  readonly database: Database;
  /** Throws if no binding has this name. */
  open(binding: string): Database;
  /** The graph's Durable Object moves the packs. */
  moveGraph(project: MovingProject, graph: string): Promise<void>;
}

/**
 * The first pack is moved this long after the new database was chosen. At first, some readers have
 * cached the old bindings and know only the previous database.
 */
const START_AFTER_MS = 2 * BINDINGS_CACHED_MS;
/**
 * The move does not end before this time. Until then, some workers still store packs in the
 * previous database.
 */
const END_AFTER_MS = 3 * BINDINGS_CACHED_MS;
/** Limits of one run. The next run moves the projects and graphs that remain. */
const MAX_PROJECTS = 10;
const MAX_GRAPHS_A_RUN = 400;
const GRAPHS_AT_ONCE = 4;

export async function moveProjects(deps: ProjectMoveDeps, now: number): Promise<void> {
  const moving = await movingProjects(deps.database, MAX_PROJECTS);
  const share = Math.floor(MAX_GRAPHS_A_RUN / Math.max(1, moving.length));
  for (const project of moving) {
    if (now < project.since + START_AFTER_MS) continue;
    await moveSome(deps, project, share, now).catch((error: unknown) =>
      logFailure("packs of a project stay in two databases; they move later", error, {
        project: project.id,
      }),
    );
  }
}

async function moveSome(
  deps: ProjectMoveDeps,
  project: MovingProject,
  limit: number,
  now: number,
): Promise<void> {
  const previous = deps.open(project.previous);
  const graphs = await graphsLeft(previous, project.id, limit);
  await forEachGivingWay(graphs, GRAPHS_AT_ONCE, async (graph) => {
    await deps.moveGraph(project, graph).catch((error: unknown) =>
      logFailure("packs of a graph stay in the previous database; they move later", error, {
        project: project.id,
        graph,
      }),
    );
  });
  if (graphs.length === 0 && now >= project.since + END_AFTER_MS)
    await endMove(deps.database, project);
}
