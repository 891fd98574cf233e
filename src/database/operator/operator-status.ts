import { desc, eq, sql } from "drizzle-orm";
import type {
  FailureCount,
  OperatorStatus,
  PackMove,
  SlowTenant,
} from "../../protocol/api/operator/status.ts";
import { MOST_MOVES } from "../../protocol/api/operator/status.ts";
import type { Database } from "../database.ts";
import { movingProjects } from "../placement/project-placement.ts";
import { organization } from "../schema/identity.ts";
import { project } from "../schema/project.ts";
import { lastSweep } from "../schema/teams/operation.ts";
import { type OwnedWork, readBacklog } from "./work-backlog.ts";

const FAILURES_MS = 24 * 3_600_000;
/** Maximum number of failures that are counted for each kind of work. */
const MOST_FAILURES = 1_000;
const MOST_SLOW = 10;

type StoredStatus = Pick<OperatorStatus, "sweep" | "queues" | "failures" | "slowest" | "moves">;

export async function readStatus(database: Database, now: number): Promise<StoredStatus> {
  const [sweeps, backlog, failures, moving] = await Promise.all([
    database.select().from(lastSweep).orderBy(desc(lastSweep.id)).limit(1),
    readBacklog(database, now),
    readFailures(database, now - FAILURES_MS),
    movingProjects(database, MOST_MOVES),
  ]);
  const slowest = slowestOf(backlog.owned);
  const names = await namesOf(
    database,
    slowest.map((work) => work.project).concat(moving.map(({ id }) => id)),
  );
  const [sweep] = sweeps;
  return {
    sweep: sweep
      ? {
          startedAt: new Date(sweep.startedAt).toISOString(),
          milliseconds: sweep.milliseconds,
          failedParts: [...sweep.failedParts],
        }
      : null,
    queues: backlog.queues,
    failures,
    slowest: slowest.flatMap(({ queue, project: id, oldest, waiting }): SlowTenant[] => {
      const named = names.get(id);
      const oldestAt = new Date(oldest).toISOString();
      return named === undefined ? [] : [{ ...named, queue, waiting, oldestAt }];
    }),
    moves: moving.flatMap(({ id, previous, current, since }): PackMove[] => {
      const named = names.get(id);
      const place = { from: previous, to: current, since: new Date(since).toISOString() };
      return named === undefined ? [] : [{ ...named, ...place }];
    }),
  };
}

export async function recordSweep(
  database: Database,
  sweep: Omit<typeof lastSweep.$inferInsert, "id">,
): Promise<void> {
  await database
    .insert(lastSweep)
    .values({ id: 1, ...sweep })
    .onConflictDoUpdate({ target: lastSweep.id, set: sweep });
}

/**
 * If several rows have the same project and the same queue, joins them into one row. This happens
 * only in the queue of deliveries, which has a row for each endpoint of the project. Returns at
 * most `MOST_SLOW` rows. The row whose work has waited longest comes first.
 */
function slowestOf(owned: readonly OwnedWork[]): OwnedWork[] {
  const found = Map.groupBy(owned, ({ queue, project: id }) => `${queue} ${id}`);
  return [...found.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const all = [first, ...others];
      return {
        ...first,
        oldest: Math.min(...all.map(({ oldest }) => oldest)),
        waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      };
    })
    .sort((a, b) => a.oldest - b.oldest)
    .slice(0, MOST_SLOW);
}

/** Maps each project's id to the names of the project and its organization. */
async function namesOf(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await database
    .select({
      ...{ project: project.id, projectName: project.name },
      ...{ organization: project.organization, organizationName: organization.name },
    })
    .from(project)
    .innerJoin(organization, eq(organization.id, project.organization))
    .where(sql`${project.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  return new Map(rows.map((row) => [row.project, row]));
}

/**
 * Counts failures by cause. A job's cause is only its kind, because its message can quote a trace.
 * The cause of a delivery or e-mail is the status of its last attempt.
 */
async function readFailures(database: Database, since: number): Promise<FailureCount[]> {
  const lastStatus = sql`coalesce('status ' || (attempts ->> '$[#-1].status'), 'no answer')`;
  const of = (work: FailureCount["work"], rows: ReturnType<typeof sql>) =>
    sql`select ${work} as work, cause, count(*) as count from (${rows} limit ${MOST_FAILURES}) group by cause`;
  const queries = [
    of(
      "case",
      sql`select failure as cause from failed_case where state = 'failed' and state_at > ${since} order by state_at desc`,
    ),
    of(
      "job",
      sql`select kind as cause from job where state in ('done', 'failed') and state_at > ${since} and state = 'failed' order by state_at desc`,
    ),
    of(
      "delivery",
      sql`select ${lastStatus} as cause from delivery where state = 'failed' and created_at > ${since} order by created_at desc`,
    ),
    of(
      "letter",
      sql`select state || ', ' || ${lastStatus} as cause from letter where state in ('failed', 'bounced') and created_at > ${since} order by created_at desc`,
    ),
    of(
      "billing",
      sql`select failure as cause from billing_event where state = 'failed' and created_at > ${since} order by created_at desc`,
    ),
  ];
  const found = await Promise.all(queries.map((query) => database.all<FailureCount>(query)));
  return found
    .flat()
    .map((row) => ({ ...row, cause: row.cause ?? "not recorded" }))
    .sort((a, b) => b.count - a.count);
}
