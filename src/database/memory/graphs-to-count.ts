/**
 * Finds quiet graphs whose memory changed since it was counted. Leaves out large graphs, because
 * their memory is counted together with their overviews. Leaves out graphs with wrong answers to
 * attribute, because their memory is counted after the attribution.
 */
import { and, desc, eq, gt, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { waitingGraphs } from "../graphs/waiting-graphs.ts";
import { graphMemory } from "../schema/memory.ts";
import { graph, LARGE_GRAPH_RECORDS } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isOver } from "../stored-times.ts";

/**
 * Time without a new pack before a graph is counted. A count reads the whole graph, so it must run
 * after the end of a conversation, not during a pause.
 */
const QUIET_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** Maximum graphs of a project that are counted in an hour. */
const MAX_PER_HOUR = 600;
/**
 * Maximum projects per sweep, chosen at random. The maximum is low, because a count is never urgent
 * and reads a whole graph.
 */
const MAX_PROJECTS = 50;

/** Must have the same wording as in the index `graph_to_count`, so that SQLite uses the index. */
const HAS_CHANGED = sql`counted_revision < revision and replayed is null
  and operations + variables + links < ${sql.raw(`${LARGE_GRAPH_RECORDS}`)}`;

const isDue = (now: number): SQL => sql`${HAS_CHANGED}
  and max(wanted_revision, judged_revision) <= max(examined_revision, given_up_revision)
  and ${isOver(sql`updated_at`, now, QUIET_MS)}`;

const isPostponedUntil = (now: number): SQL => sql`count_at <= ${now}`;

/**
 * Returns projects with graphs to count. To read few rows, the query stops at the first due graph
 * of each project. For the same reason, it reads only postponed counts whose time has come.
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
   * Graphs to skip, because their work failed a moment ago. Otherwise, they would displace other
   * graphs.
   */
  readonly resting: readonly string[];
}

/**
 * The graphs to count. Returns no graph if the project has reached its hourly limit, or if the
 * project has wrong answers that wait for attribution.
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
  // Use two statements, so that SQLite can use the index of each condition.
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
