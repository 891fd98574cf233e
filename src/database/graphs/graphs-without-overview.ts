/**
 * Finds large graphs that need overviews: no worker has begun to make their overviews since their
 * last pack.
 */
import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { graph, LARGE_GRAPH_RECORDS } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isOver } from "../stored-times.ts";

/**
 * Time without a new pack before overviews are made. Each new pack makes the overviews out of date
 * again.
 */
const QUIET_MS = 60_000;
/** Maximum projects per sweep. */
const MAX_PROJECTS = 500;

/**
 * Must have the same wording as in the index `graph_without_overview`, so that SQLite uses the
 * index.
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
   * Graphs to skip, because their work failed a moment ago. Otherwise, they would displace other
   * graphs.
   */
  readonly resting: readonly string[];
}

/** Returns the due graphs. The graph that has waited longest comes first. */
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
