/**
 * Finds quiet graphs that changed after their memory figures were counted. Skips large graphs,
 * which are counted with their overviews. Skips graphs that the attribution job must still search
 * for wrong answers, because this job also counts them.
 */
import { and, desc, eq, gt, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { waitingGraphs } from "../graphs/waiting-graphs.ts";
import { graphMemory } from "../schema/memory.ts";
import { graph, LARGE_GRAPH_RECORDS } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isOver } from "../stored-times.ts";

/**
 * A graph is counted after this time without a new pack. A count reads the whole graph, so it waits
 * until a conversation has ended.
 */
const QUIET_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** Maximum number of graphs of a project that are counted in an hour. */
const MAX_PER_HOUR = 600;
/**
 * Maximum number of projects that one sweep finds. They are chosen at random. The number is low,
 * because a count reads a whole graph and is never urgent.
 */
const MAX_PROJECTS = 50;

/**
 * This condition must be spelled exactly as in the index `graph_to_count`. Otherwise SQLite would
 * not use the index.
 */
const HAS_CHANGED = sql`counted_revision < revision and replayed is null
  and operations + variables + links < ${sql.raw(`${LARGE_GRAPH_RECORDS}`)}`;

const isDue = (now: number): SQL => sql`${HAS_CHANGED}
  and max(wanted_revision, judged_revision) <= max(examined_revision, given_up_revision)
  and ${isOver(sql`updated_at`, now, QUIET_MS)}`;

const isPostponedUntil = (now: number): SQL => sql`count_at <= ${now}`;

/**
 * Returns projects with graphs to count. For each project, the query stops at the first graph that
 * is due, so it reads few rows.
 */
export async function projectsToCount(database: Database, now: number): Promise<string[]> {
  const rows = await database.all<{ id: string }>(sql`with recursive owner(id) as (
    select min(project) from ${graph} where ${HAS_CHANGED}
    union all
    select (select min(project) from ${graph} where ${HAS_CHANGED} and project > owner.id)
    from owner where owner.id is not null
  ), due(id) as (
    select id from owner
    where exists (select 1 from ${graph} where project = owner.id and ${isDue(now)})
    union
    select project from ${graph} where ${isPostponedUntil(now)}
  )
  select id from due order by random() limit ${MAX_PROJECTS}`);
  return rows.map(({ id }) => id);
}

interface Wanted {
  readonly now: number;
  readonly limit: number;
  /**
   * Graphs to leave out, because counting them failed a moment ago. Otherwise, they would take the
   * places of other graphs in the result.
   */
  readonly resting: readonly string[];
}

/**
 * Returns the graphs to count. Returns none if the project has reached its hourly limit, or if an
 * attribution job of the project is waiting, because attribution is more urgent.
 */
export async function graphsToCount(
  database: Database,
  project: string,
  { now, limit, resting }: Wanted,
): Promise<string[]> {
  const [last] = await database
    .select({ graph: graphMemory.graph })
    .from(graphMemory)
    .where(and(eq(graphMemory.project, project), gt(graphMemory.countedAt, now - HOUR_MS)))
    .orderBy(desc(graphMemory.countedAt))
    .limit(1)
    .offset(MAX_PER_HOUR - 1);
  if (last !== undefined) return [];
  const waiting = await waitingGraphs(database, project, { now, limit: 1, resting: [] });
  if (waiting.length > 0) return [];
  // Make two queries. Each condition has its own index, and a single query would use only one of
  // the indexes.
  const [changed, postponed] = await database.batch([
    dueGraphs(database, project, resting, isDue(now)).limit(limit),
    dueGraphs(database, project, resting, isPostponedUntil(now)).limit(limit),
  ]);
  return [...new Set([...changed, ...postponed].map(({ id }) => id))].slice(0, limit);
}

function dueGraphs(database: Database, project: string, resting: readonly string[], due: SQL) {
  return database
    .select({ id: graph.id })
    .from(graph)
    .where(and(eq(graph.project, project), not(isOneOf(graph.id, resting)), due));
}
