/**
 * Finds large graphs that need an overview: since their last pack, no worker has begun to make it.
 */
import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { graph, LARGE_GRAPH_RECORDS } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isOver } from "../stored-times.ts";

/**
 * A graph's overview is made if the graph got no pack for this long, because each new pack makes an
 * overview outdated.
 */
const QUIET_MS = 60_000;
/** Maximum projects that one sweep finds. */
const MAX_PROJECTS = 500;

/**
 * Must be spelled exactly as in the index `graph_without_overview`. Otherwise, SQLite would not use
 * the index.
 */
const HAS_NONE = sql`${graph.overviewRevision} < ${graph.revision}
  and ${graph.operations} + ${graph.variables} + ${graph.links} >= ${sql.raw(`${LARGE_GRAPH_RECORDS}`)}`;

const isDue = (now: number): SQL | undefined =>
  and(HAS_NONE, isOver(graph.updatedAt, now, QUIET_MS));

export async function projectsWithoutOverviews(database: Database, now: number): Promise<string[]> {
  const rows = await database
    .selectDistinct({ project: graph.project })
    .from(graph)
    .where(isDue(now))
    .limit(MAX_PROJECTS);
  return rows.map(({ project }) => project);
}

interface Wanted {
  readonly now: number;
  readonly limit: number;
  /**
   * Ids of graphs to leave out, because making their overview failed a moment ago. Otherwise, they
   * would fill the result in place of other graphs.
   */
  readonly resting: readonly string[];
}

/**
 * Returns the large graphs that need an overview. The graph that has waited longest comes first.
 */
export async function graphsWithoutOverview(
  database: Database,
  project: string,
  { now, limit, resting }: Wanted,
): Promise<string[]> {
  const rows = await database
    .select({ id: graph.id })
    .from(graph)
    .where(and(eq(graph.project, project), not(isOneOf(graph.id, resting)), isDue(now)))
    .orderBy(graph.updatedAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}
