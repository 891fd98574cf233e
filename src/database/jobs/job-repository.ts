/**
 * A project's jobs. A worker finds its work in these rows; a queue message only wakes the worker.
 */
import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Job, JobFilter, JobKind } from "../../protocol/api/jobs.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { NOTHING_SPENT } from "../../protocol/model.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { job } from "../schema/jobs.ts";
import { hasCome, isBeyondWaits } from "../stored-times.ts";
import { endJob, type HeldJob, isHeld, type JobEnd } from "./job-end.ts";

export type JobRow = typeof job.$inferSelect;

export interface NewJob {
  readonly id: string;
  readonly kind: JobKind;
  /**
   * Ids and settings that the job needs. Never put trace text into it: such text must be deleted
   * with its graph.
   */
  readonly input: object;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

export interface Wait {
  readonly until: number;
  readonly reason: string | null;
  /** Time since which the model has not answered; null if it answered the last question. */
  readonly failingSince: number | null;
}

export class JobRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Queues the job; the caller must then wake a worker. Returns undefined if the job is a round of
   * the prompt optimiser and the project already has a round that has not ended.
   */
  async create(created: NewJob, now: number): Promise<Job | undefined> {
    const [row] = await creatingJob(this.#database, this.#project, created, now)
      .onConflictDoNothing()
      .returning();
    return row && toJob(row);
  }

  async find(id: string): Promise<Job | undefined> {
    const [row] = await this.#database.select().from(job).where(this.#own(id));
    return row && toJob(row);
  }

  /** Returns the jobs, newest first. */
  async list({ kind, state }: JobFilter, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#database
      .select()
      .from(job)
      .where(
        and(
          eq(job.project, this.#project),
          kind === undefined ? undefined : eq(job.kind, kind),
          state === undefined ? undefined : eq(job.state, state),
          afterCursor(cursor, job.createdAt, job.id),
        ),
      )
      .orderBy(desc(job.createdAt), desc(job.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toJob, (row) => ({ time: row.createdAt, id: row.id }));
  }

  /** Returns the ids of due jobs, longest waiting first. */
  async due(now: number, limit: number): Promise<string[]> {
    const first = (isDue: SQL) =>
      this.#database
        .select({ id: job.id })
        .from(job)
        .where(and(eq(job.project, this.#project), sql`${job.state} = 'queued'`, isDue))
        .orderBy(job.wakeAt)
        .limit(limit);
    const [due, ahead] = await this.#database.batch([
      first(lte(job.wakeAt, now)),
      first(isBeyondWaits(job.wakeAt, now)),
    ]);
    return [...due, ...ahead].slice(0, limit).map(({ id }) => id);
  }

  /** Returns undefined if the job is not due or another worker has taken it. */
  async take(id: string, now: number): Promise<JobRow | undefined> {
    const [row] = await this.#database
      .update(job)
      .set({ state: "running", stateAt: now, attempts: sql`${job.attempts} + 1`, failure: null })
      .where(and(this.#own(id), eq(job.state, "queued"), hasCome(job.wakeAt, now)))
      .returning();
    return row;
  }

  /** @returns false if another worker has taken the job; this worker must then stop */
  async progress(held: HeldJob, progress: JobProgress, now: number): Promise<boolean> {
    return this.#change(held, { ...progress, stateAt: now });
  }

  /** Queues the job again without counting the attempt. */
  async postpone(held: HeldJob, wait: Wait, now: number): Promise<void> {
    const { until, reason, failingSince } = wait;
    const attempts = held.attempts - 1;
    await this.#change(held, {
      ...{ state: "queued", stateAt: now, wakeAt: until, failure: reason, failingSince, attempts },
    });
  }

  /**
   * Queues the job again after an interrupted attempt. Unlike `postpone`, leaves the number of
   * attempts as it is.
   */
  async retry(held: HeldJob, until: number, reason: string, now: number): Promise<void> {
    await this.#change(held, { state: "queued", stateAt: now, wakeAt: until, failure: reason });
  }

  async end(held: HeldJob, end: JobEnd, now: number): Promise<boolean> {
    return endJob(this.#database, held, end, now);
  }

  async #change(held: HeldJob, set: Partial<typeof job.$inferInsert>): Promise<boolean> {
    const rows = await this.#database
      .update(job)
      .set(set)
      .where(and(this.#own(held.id), isHeld(held)))
      .returning({ id: job.id });
    return rows.length > 0;
  }

  #own(id: string) {
    return and(eq(job.project, this.#project), eq(job.id, id));
  }
}

/** Statement that queues a job, for use in a transaction. */
export function creatingJob(
  database: Database,
  project: string,
  { id, kind, input }: NewJob,
  now: number,
) {
  return database.insert(job).values({
    ...{ id, project, kind, input, state: "queued", stateAt: now, wakeAt: now, attempts: 0 },
    ...{ done: 0, total: 0, spent: NOTHING_SPENT, createdAt: now },
  });
}

function toJob(row: JobRow): Job {
  const { id, kind, state, done, total, spent, failure, result, note } = row;
  return {
    ...{ id, kind, state, done, total, spent, failure, result, note },
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.stateAt).toISOString(),
  };
}
