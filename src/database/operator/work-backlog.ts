/**
 * Measures how much work waits, for how long, and for which projects. Each query reads a limited
 * number of rows.
 */
import { type SQL, sql } from "drizzle-orm";
import type { QueueStatus, WorkQueue } from "../../protocol/api/operator/status.ts";
import { MOST_COUNTED, MOST_PROJECTS_SEEN } from "../../protocol/limits.ts";
import type { Database } from "../database.ts";

/**
 * Describes a queue. An index of the queue's table lists the waiting rows. `at` is the column with
 * the time in this index.
 */
interface Waiting {
  readonly queue: WorkQueue;
  readonly table: string;
  readonly at: string;
  /**
   * SQL condition of the index. This text must be spelled exactly as in the schema. Otherwise,
   * SQLite would not use the index.
   */
  readonly where: string;
  /**
   * Name of the first column of the index, if this column contains the project or endpoint to which
   * the work belongs. Absent if the first column contains the time.
   */
  readonly owner?: "project" | "endpoint";
  /**
   * SQL condition for the rows that a worker has taken. They are not in the index of the waiting
   * rows, but in another index.
   */
  readonly running?: string;
}

const WORK: readonly Waiting[] = [
  {
    ...{ queue: "attribution", table: "failed_case", at: "state_at", where: "state = 'queued'" },
    ...{ owner: "project", running: "state = 'running'" },
  },
  {
    ...{ queue: "examination", table: "graph", at: "updated_at", owner: "project" },
    where: "max(wanted_revision, judged_revision) > max(examined_revision, given_up_revision)",
  },
  {
    ...{ queue: "jobs", table: "job", at: "wake_at", where: "state = 'queued'" },
    ...{ owner: "project", running: "state = 'running'" },
  },
  {
    ...{ queue: "deliveries", table: "delivery", at: "next_attempt_at" },
    ...{ where: "state = 'queued'", owner: "endpoint" },
  },
  { queue: "letters", table: "letter", at: "next_attempt_at", where: "state = 'queued'" },
  { queue: "audit", table: "audit_pending", at: "at", where: "at is not null" },
  { queue: "deletions", table: "project", at: "deleted_at", where: "deleted_at is not null" },
  { queue: "billing", table: "billing_event", at: "next_attempt_at", where: "state = 'queued'" },
];

/** Maximum number of listed owners (projects or endpoints) of a queue, oldest work first. */
const OWNERS = 10;
const MOST_OF_OWNER = 1_000;

export interface OwnedWork {
  readonly queue: WorkQueue;
  readonly project: string;
  readonly oldest: number;
  readonly waiting: number;
}

interface Backlog {
  readonly queues: QueueStatus[];
  readonly owned: OwnedWork[];
}

export async function readBacklog(database: Database, now: number): Promise<Backlog> {
  const read = await Promise.all(
    WORK.map(async (work) => {
      const [[counted], owned] = await Promise.all([
        database.all<{ waiting: number; due: number; oldest: number | null; running: number }>(
          counts(work, now),
        ),
        work.owner === undefined ? [] : ownersOf(database, work, now),
      ]);
      const { waiting = 0, due = 0, oldest = null, running = 0 } = counted ?? {};
      // `counts` reads only the first rows of the index. If the index begins with the time, these
      // rows include the oldest row, so `oldest` is correct. If the index begins with the owner,
      // `counts` possibly did not read the oldest row. Then use the first entry of `owned`, which
      // belongs to the owner of the oldest row.
      const since = work.owner === undefined ? oldest : (owned[0]?.oldest ?? null);
      const status: QueueStatus = {
        ...{ queue: work.queue, waiting, due: due ?? 0 },
        running: work.running === undefined ? null : running,
        oldestAt: since === null ? null : new Date(since).toISOString(),
      };
      return { status, owned };
    }),
  );
  return {
    queues: read.map(({ status }) => status),
    owned: read.flatMap(({ owned }) => owned),
  };
}

function counts({ table, at, where, running }: Waiting, now: number): SQL {
  const [from, time, waits] = [table, at, where].map((text) => sql.raw(text));
  const held =
    running === undefined
      ? sql`0`
      : sql`(select count(*) from (select 1 from ${from} where ${sql.raw(running)} limit ${MOST_COUNTED}))`;
  return sql`select count(*) as waiting, sum(time <= ${now}) as due,
    min(iif(time <= ${now}, time, null)) as oldest,
    ${held} as running
    from (select ${time} as time from ${from} where ${waits} limit ${MOST_COUNTED})`;
}

async function ownersOf(database: Database, work: Waiting, now: number): Promise<OwnedWork[]> {
  const owner = sql.raw(work.owner ?? "project");
  const [from, time, waits] = [work.table, work.at, work.where].map((text) => sql.raw(text));
  const rows = await database.all<{ project: string; oldest: number; waiting: number }>(sql`
    with recursive owner(id) as (
      select min(${owner}) from ${from} where ${waits}
      union all
      select (select min(${owner}) from ${from} where ${waits} and ${owner} > owner.id)
      from owner where owner.id is not null
      limit ${MOST_PROJECTS_SEEN}
    ), slow as (
      select id, (select min(${time}) from ${from} where ${waits} and ${owner} = owner.id) as oldest
      from owner where id is not null order by oldest limit ${OWNERS}
    )
    select ${work.owner === "endpoint" ? sql`(select project from endpoint where id = slow.id)` : sql`id`}
      as project, oldest,
      (select count(*) from (
        select 1 from ${from} where ${waits} and ${owner} = slow.id limit ${MOST_OF_OWNER})) as waiting
    from slow where oldest <= ${now} order by oldest`);
  return rows.map((row) => ({ queue: work.queue, ...row }));
}
