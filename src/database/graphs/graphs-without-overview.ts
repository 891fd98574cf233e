/**
 * Finds large graphs that need an overview. A graph needs one if no worker has begun an overview
 * since the graph's last pack was stored.
 */
import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { graph, LARGE_GRAPH_RECORDS } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isOver } from "../stored-times.ts";

/**
 * An overview is made after this time without a new pack, because each new pack makes the overview
 * outdated.
 */
const QUIET_MS = 60_000;
/** Maximum number of projects that one sweep finds. */
const MAX_PROJECTS = 500;

/**
 * This condition must be spelled exactly as in the index `graph_without_overview`. Otherwise SQLite
 * would not use the index.
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
   * Graphs to leave out, because making their overview failed a moment ago. If they were returned,
   * they would take the places of other graphs in the result.
   */
  readonly resting: readonly string[];
}

/** Returns large graphs that need an overview, longest waiting first. */
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
