import type { Database } from "../database/database.ts";
import { logFailure } from "../database/failure-log.ts";
import { forEachGivingWay } from "../database/giving-way.ts";
import { type ExpiredGraph, expiredGraphs } from "../database/graphs/retention.ts";

export interface ExpiryDeps {
  readonly database: Database;
  /** Does nothing if events have arrived since `expiredGraphs` found the graph. */
  expire(graph: ExpiredGraph): Promise<void>;
}

/** Limit of one run. The next run continues. */
const MAX_GRAPHS_A_RUN = 400;
const GRAPHS_AT_ONCE = 10;

/** Deletes expired graphs. A failure is only logged, because other graphs must be deleted too. */
export async function expireGraphs(deps: ExpiryDeps, now: number): Promise<void> {
  const expired = await expiredGraphs(deps.database, now, MAX_GRAPHS_A_RUN);
  await forEachGivingWay(expired, GRAPHS_AT_ONCE, async (found) => {
    const { project, graph } = found;
    await deps.expire(found).catch((error: unknown) => {
      logFailure("expiry failed; it is tried again", error, { project, graph });
    });
  });
}
