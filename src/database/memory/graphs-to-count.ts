/**
 * Finds quiet graphs that have changed since their memory figures were counted. Skips large graphs,
 * because their figures are counted when their overviews are made. Skips graphs with wrong answers
 * to attribute, because their figures are counted after the attribution.
 */
import { and, desc, eq, gt, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { waitingGraphs } from "../graphs/waiting-graphs.ts";
import { graphMemory } from "../schema/memory.ts";
import { graph, LARGE_GRAPH_RECORDS } from "../schema/project.ts";
import { isOneOf } from "../statement-values.ts";
import { isOver } from "../stored-times.ts";

/**
 * The memory figures of a graph are counted if the graph got no pack for this long. A count reads
 * the whole graph, so it must run after a conversation has ended, not in a pause.
 */
const QUIET_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** Maximum graphs of one project for which memory figures are counted in an hour. */
const MAX_PER_HOUR = 600;
/**
 * Maximum projects that one sweep finds, chosen at random. It is low, because a count reads a whole
 * graph and is never urgent.
 */
const MAX_PROJECTS = 50;

/**
 * Must be spelled exactly as in the index `graph_to_count`. Otherwise, SQLite would not use the
 * index.
 */
const HAS_CHANGED = sql`counted_revision < revision and replayed is null
  and operations + variables + links < ${sql.raw(`${LARGE_GRAPH_RECORDS}`)}`;

const isDue = (now: number): SQL => sql`${HAS_CHANGED}
  and max(wanted_revision, judged_revision) <= max(examined_revision, given_up_revision)
  and ${isOver(sql`updated_at`, now, QUIET_MS)}`;

const isPostponedUntil = (now: number): SQL => sql`count_at <= ${now}`;

/**
 * Returns projects with graphs for which memory figures must be counted. Reads few rows: stops at
 * each project's first due graph, and skips counts that are postponed to a later time.
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
   * Ids of graphs to leave out, because counting them failed a moment ago. Otherwise, they would
   * fill the result in place of other graphs.
   */
  readonly resting: readonly string[];
}

/**
 * Returns the graphs for which memory figures must be counted. Returns none if the project has
 * reached its hourly limit, or has wrong answers that wait for attribution.
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
  // Use two queries, because each condition has its own index, and SQLite uses only one per query.
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
