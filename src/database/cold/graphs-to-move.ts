/**
 * Finds graphs whose packs can move to R2. A search visits all graphs of a project, although most
 * of them have no pack left to move. Each run visits only some graphs, and stores in the project's
 * row how far the search has come. An index of the graphs with packs would make this search
 * unnecessary, but then storing a pack would write one more row.
 */
import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import type { PackDatabases } from "../graphs/pack-databases.ts";
import { graph, pack, project } from "../schema/project.ts";
import type { ColdSearch } from "./cold-rows.ts";

/**
 * Maximum number of graphs of a project that one run checks. It is high, because most of them have
 * no pack left to move.
 */
const VISITED_AT_ONCE = 2_000;
/**
 * Minimum time between the starts of two searches in a project. Each search visits all graphs, so
 * it retries graphs whose packs could not be moved.
 */
const SEARCH_AGAIN_MS = 24 * 3_600_000;

export interface GraphToMove {
  readonly project: string;
  readonly graph: string;
  readonly revision: number;
  readonly createdAt: number;
}

export interface ProjectToSearch {
  readonly id: string;
  readonly search: ColdSearch;
}

/**
 * Returns projects in which a search must continue or begin. The project that was searched longest
 * ago comes first.
 * @param before the search visits only graphs whose last pack is older than this time
 */
export async function projectsToSearch(
  database: Database,
  before: number,
  now: number,
  limit: number,
): Promise<ProjectToSearch[]> {
  const part = (name: keyof ColdSearch) => sql`${project.coldSearch} ->> ${sql.raw(`'$.${name}'`)}`;
  const isLeft = (from: ReturnType<typeof sql>) =>
    sql`exists (select 1 from ${graph} where ${graph.project} = ${project.id} and ${graph.updatedAt} < ${before} ${from})`;
  const continues = isLeft(sql`and ${graph.updatedAt} > coalesce(${part("updatedAt")}, -1)`);
  const rows = await database
    .select({ id: project.id, search: project.coldSearch, continues: sql<number>`${continues}` })
    .from(project)
    .where(
      and(
        isNull(project.deletedAt),
        isNull(project.previousPackDatabase),
        or(continues, and(lt(sql`${part("begunAt")}`, now - SEARCH_AGAIN_MS), isLeft(sql``))),
      ),
    )
    .orderBy(sql`coalesce(${part("visitedAt")}, 0)`)
    .limit(limit);
  const fresh = { updatedAt: -1, begunAt: now };
  return rows.map(({ id, search, continues: goesOn }) => ({
    id,
    search: { ...((goesOn === 1 && search) || fresh), visitedAt: now },
  }));
}

/**
 * Continues the search in a project. Returns at most `limit` graphs whose packs are still in the
 * database. Also returns how far the search has come, so that the next run can continue there.
 */
export async function graphsToMove(
  database: Database,
  packs: Pick<PackDatabases, "of">,
  { id, search }: ProjectToSearch,
  before: number,
  limit: number,
): Promise<{ readonly graphs: GraphToMove[]; readonly search: ColdSearch }> {
  const visited = await database
    .select({
      project: graph.project,
      graph: graph.id,
      revision: graph.revision,
      createdAt: graph.createdAt,
      updatedAt: graph.updatedAt,
    })
    .from(graph)
    .where(
      and(
        eq(graph.project, id),
        lt(graph.updatedAt, before),
        gt(graph.updatedAt, search.updatedAt),
      ),
    )
    .orderBy(graph.updatedAt, graph.id)
    .limit(VISITED_AT_ONCE);
  const withPacks = await haveRows(
    (await packs.of(id)).current,
    id,
    visited.map((each) => each.graph),
  );
  const waiting = visited.filter((each) => withPacks.has(each.graph));
  const graphs = waiting.slice(0, limit).map(({ updatedAt: _, ...found }) => found);
  const end = visited.length < VISITED_AT_ONCE ? undefined : visited.at(-1);
  const next = waiting[limit] ?? end;
  const updatedAt =
    next === undefined
      ? (visited.at(-1)?.updatedAt ?? search.updatedAt)
      : // The next run visits only graphs with a later time than the returned time. To visit `next`
        // and all graphs with the same time, return one millisecond less than this time. But if
        // this run began with that millisecond, the next run would visit the same graphs again, and
        // so on without end. Then return the time of `next`. `next` and the graphs with the same
        // time then wait for the project's next search.
        Math.max(next.updatedAt - 1, search.updatedAt + 1);
  return { graphs, search: { ...search, updatedAt } };
}

export async function recordSearch(
  database: Database,
  id: string,
  search: ColdSearch,
): Promise<void> {
  await database.update(project).set({ coldSearch: search }).where(eq(project.id, id));
}

async function haveRows(
  packs: Database,
  projectId: string,
  graphs: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await packs.all<{ id: string }>(sql`
    select value as id from json_each(${JSON.stringify(graphs)}) where exists (
      select 1 from ${pack} where ${pack.project} = ${projectId} and ${pack.graph} = value)`);
  return new Set(rows.map(({ id }) => id));
}
