/** Moves packs of graphs to R2 after a long time without new events. */
import {
  type GraphToMove,
  graphsToMove,
  projectsToSearch,
  recordSearch,
} from "../database/cold/graphs-to-move.ts";
import type { Moved } from "../database/cold/move-packs.ts";
import type { Database } from "../database/database.ts";
import { logFailure } from "../database/failure-log.ts";
import { forEachGivingWay } from "../database/giving-way.ts";
import type { PackDatabases } from "../database/graphs/pack-databases.ts";
import type { Recorder } from "../telemetry/telemetry.ts";

interface PackMoveDeps {
  readonly database: Database;
  readonly packs: Pick<PackDatabases, "of">;
  /** Does nothing if events have arrived since the graph was found. */
  move(graph: GraphToMove): Promise<Moved>;
  readonly record: Recorder;
}

/** Limits of one run. The next run continues. */
const MAX_PROJECTS = 20;
const MAX_GRAPHS_A_RUN = 400;
/** Maximum number of parallel moves. Each move needs up to 8 MB of memory. */
const GRAPHS_AT_ONCE = 4;
const DAY_MS = 24 * 3_600_000;

/** @param afterDays a graph's packs move when its last pack is this many days old */
export async function moveColdPacks(
  deps: PackMoveDeps,
  afterDays: number,
  now: number,
): Promise<void> {
  const before = now - afterDays * DAY_MS;
  const projects = await projectsToSearch(deps.database, before, now, MAX_PROJECTS);
  // Each project gets an equal share. Otherwise, a large project would delay small ones.
  const share = Math.floor(MAX_GRAPHS_A_RUN / Math.max(1, projects.length));
  for (const project of projects) {
    const found = await graphsToMove(deps.database, deps.packs, project, before, share).catch(
      (error: unknown) => {
        logFailure("packs of a project cannot move; the search goes on later", error, {
          project: project.id,
        });
        return { graphs: [], search: project.search };
      },
    );
    if (found.graphs.length > 0) await moveAll(deps, project.id, found.graphs);
    await recordSearch(deps.database, project.id, found.search);
  }
}

/** Failures are only logged, because other graphs must be moved too. */
async function moveAll(
  deps: PackMoveDeps,
  project: string,
  graphs: readonly GraphToMove[],
): Promise<void> {
  const startedAt = Date.now();
  const total = { graphs: 0, objects: 0, packs: 0, bytes: 0, failed: 0 };
  await forEachGivingWay(graphs, GRAPHS_AT_ONCE, async (found) => {
    try {
      const { objects, packs, bytes } = await deps.move(found);
      if (objects > 0) total.graphs++;
      total.objects += objects;
      total.packs += packs;
      total.bytes += bytes;
    } catch (error) {
      total.failed++;
      const { graph } = found;
      logFailure("packs stay in the database; they move later", error, { project, graph });
    }
  });
  const milliseconds = Math.max(0, Date.now() - startedAt);
  deps.record({ kind: "move", project, ...total, milliseconds });
}
