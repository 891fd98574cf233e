/**
 * Finds work whose wake-up was lost. The database lists all work, and a message only wakes a
 * worker. So a worker can safely be woken again: if there is no work, it does nothing.
 */
import { and, eq, exists, lt, or, type SQL, sql } from "drizzle-orm";
import { MAX_ATTEMPTS } from "../database/cases/case-repository.ts";
import type { Database } from "../database/database.ts";
import { job } from "../database/schema/jobs.ts";
import { delivery, endpoint, failedCase, graph } from "../database/schema/project.ts";
import { isBeyondWaits, isOver } from "../database/stored-times.ts";

/**
 * If work has not begun after this time, its wake-up counts as lost. Work usually begins within
 * seconds.
 */
const LOST_AFTER_MS = 60_000;
/** If a job has been running for longer than this, the sweep assumes that its worker was killed. */
const DEAD_AFTER_MS = 10 * 60_000;
/**
 * Maximum number of projects that one query finds. They are chosen at random, so later sweeps find
 * the others.
 */
const MAX_PROJECTS = 500;
/**
 * For each project, one sweep finds at most this many graphs. The sweep then wakes the project's
 * worker, which finds the other graphs itself.
 */
const GRAPHS_OF_PROJECT = 5;

/** Work that needs a wake-up. `jobs` and `deliveries` list each project once. */
export interface LostWork {
  readonly graphs: { project: string; graph: string }[];
  readonly jobs: { project: string }[];
  readonly deliveries: { project: string }[];
}

export async function findLostWork(database: Database, now: number): Promise<LostWork> {
  const lostAt = now - LOST_AFTER_MS;
  await database
    .update(failedCase)
    .set({
      state: sql`case when ${failedCase.attempts} >= ${MAX_ATTEMPTS} then 'failed' else 'queued' end`,
      failure: "The attribution did not end; its worker was lost.",
    })
    .where(
      and(sql`${failedCase.state} = 'running'`, isOver(failedCase.stateAt, now, DEAD_AFTER_MS)),
    );
  const waiting = await database.all<{ project: string; graph: string }>(
    firstOfEach(
      { from: failedCase, key: sql`graph`, at: sql`state_at`, where: sql`state = 'queued'` },
      now,
    ),
  );
  const unexamined = await database.all<{ project: string; graph: string }>(
    firstOfEach(
      { from: graph, key: sql`id`, at: sql`updated_at`, where: UNEXAMINED, aheadMs: LOST_AFTER_MS },
      now,
    ),
  );
  await database
    .update(job)
    .set({ state: "queued", stateAt: now })
    .where(and(sql`${job.state} = 'running'`, isOver(job.stateAt, now, DEAD_AFTER_MS)));
  const jobs = await database.all<{ project: string; graph: string }>(
    firstOfEach({ from: job, key: sql`id`, at: sql`wake_at`, where: sql`state = 'queued'` }, now),
  );
  const waits = (isLost: SQL) =>
    exists(
      database
        .select({ id: delivery.id })
        .from(delivery)
        .where(and(eq(delivery.endpoint, endpoint.id), sql`${delivery.state} = 'queued'`, isLost)),
    );
  const deliveries = await database
    .selectDistinct({ project: endpoint.project })
    .from(endpoint)
    .where(
      or(
        waits(lt(delivery.nextAttemptAt, lostAt)),
        waits(isBeyondWaits(delivery.nextAttemptAt, now)),
      ),
    )
    .orderBy(sql`random()`)
    .limit(MAX_PROJECTS);
  const graphs = new Map(
    [...waiting, ...unexamined].map((item) => [`${item.project}:${item.graph}`, item]),
  );
  const projects = [...new Set(jobs.map(({ project }) => project))];
  return {
    graphs: [...graphs.values()],
    jobs: projects.map((project) => ({ project })),
    deliveries,
  };
}

/**
 * This condition must be spelled exactly as in the index `graph_waiting`. Otherwise SQLite would
 * not use the index.
 */
const UNEXAMINED = sql`max(wanted_revision, judged_revision) > max(examined_revision, given_up_revision)`;

interface Waiting {
  readonly from: typeof failedCase | typeof graph | typeof job;
  readonly key: SQL;
  readonly at: SQL;
  /**
   * This must be spelled exactly as the condition of an index on project and time. Otherwise SQLite
   * would not use the index, and would scan all rows.
   */
  readonly where: SQL;
  /**
   * If `at` is more than this many milliseconds in the future, a wrong clock has set it. The
   * default is the longest wait of any work.
   */
  readonly aheadMs?: number;
}

/**
 * Returns a query for rows that wait too long. For each project, one subquery finds the rows with
 * the earliest times. A second subquery finds rows whose time is too far in the future, because a
 * wrong clock has set it. Each subquery returns at most `GRAPHS_OF_PROJECT` rows. One subquery
 * cannot find both kinds of rows, because they are at opposite ends of the index.
 */
function firstOfEach({ from, key, at, where, aheadMs }: Waiting, now: number): SQL {
  const lost = sql`${at} < ${now - LOST_AFTER_MS}`;
  const ahead = aheadMs === undefined ? isBeyondWaits(at, now) : sql`${at} > ${now + aheadMs}`;
  const waits = (condition: SQL) =>
    sql`exists (select 1 from ${from} where ${where} and project = owner.id and ${condition})`;
  const first = (condition: SQL) => sql`waiting.rowid in (
    select rowid from ${from}
    where ${where} and project = some.id and ${condition}
    order by ${at} limit ${GRAPHS_OF_PROJECT}
  )`;
  return sql`with recursive owner(id) as (
    select min(project) from ${from} where ${where}
    union all
    select (select min(project) from ${from} where ${where} and project > owner.id)
    from owner where owner.id is not null
  ), some(id) as (
    select id from owner where ${waits(lost)} or ${waits(ahead)} order by random() limit ${MAX_PROJECTS}
  )
  select waiting.project, waiting.${key} as graph from some join ${from} as waiting on ${first(lost)}
  union
  select waiting.project, waiting.${key} as graph from some join ${from} as waiting on ${first(ahead)}`;
}
