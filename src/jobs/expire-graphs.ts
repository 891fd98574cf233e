/** Deletes graphs whose retention period has ended. */
import type { Database } from "../database/database.ts";
import { logFailure } from "../database/failure-log.ts";
import { forEachGivingWay } from "../database/giving-way.ts";
import { type ExpiredGraph, expiredGraphs } from "../database/graphs/retention.ts";

export interface ExpiryDeps {
  readonly database: Database;
  /** Deletes the graph, unless events have arrived since the graph was found. */
  expire(graph: ExpiredGraph): Promise<void>;
}

/** Maximum graphs that one run deletes. The next run continues with the others. */
const MAX_GRAPHS_A_RUN = 400;
/** Number of graphs to delete in parallel. */
const GRAPHS_AT_ONCE = 10;

/** Deletes expired graphs. Logs failures, because a failing graph must not stop the others. */
export async function expireGraphs(deps: ExpiryDeps, now: number): Promise<void> {
  const expired = await expiredGraphs(deps.database, now, MAX_GRAPHS_A_RUN);
  await forEachGivingWay(expired, GRAPHS_AT_ONCE, async (found) => {
    const { project, graph } = found;
    await deps.expire(found).catch((error: unknown) => {
      logFailure("expiry failed; it is tried again", error, { project, graph });
    });
  });
}
