/** Jobs of one project. Queues only wake; these rows say what is to be done. */
import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Job, JobFilter, JobKind } from "../../protocol/api/jobs.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { NOTHING_SPENT } from "../../protocol/model.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { job } from "../schema/jobs.ts";
import { endJob, type HeldJob, isHeld, type JobEnd } from "./job-end.ts";

export type JobRow = typeof job.$inferSelect;

export interface NewJob {
  readonly id: string;
  readonly kind: JobKind;
  /** Ids and settings; no text of traces, which has to go with its graph. */
  readonly input: object;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

export interface Wait {
  readonly until: number;
  readonly reason: string | null;
  /** Since when the job's model gives no answer; null while it does. */
  readonly failingSince: number | null;
}

export class JobRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Queues the job; wake it afterwards. Undefined for a round of the optimiser beside another. */
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

  /** Newest first. */
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

  /** Jobs whose time has come, those that wait longest first. */
  async due(now: number, limit: number): Promise<string[]> {
    const rows = await this.#database
      .select({ id: job.id })
      .from(job)
      .where(
        and(eq(job.project, this.#project), sql`${job.state} = 'queued'`, lte(job.wakeAt, now)),
      )
      .orderBy(job.wakeAt)
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  /** Takes a job whose time has come; undefined where there is none, or another worker has it. */
  async take(id: string, now: number): Promise<JobRow | undefined> {
    const [row] = await this.#database
      .update(job)
      .set({ state: "running", stateAt: now, attempts: sql`${job.attempts} + 1`, failure: null })
      .where(and(this.#own(id), eq(job.state, "queued"), lte(job.wakeAt, now)))
      .returning();
    return row;
  }

  /** @returns false where the job is no longer held: there is nothing left to do */
  async progress(held: HeldJob, progress: JobProgress, now: number): Promise<boolean> {
    return this.#change(held, { ...progress, stateAt: now });
  }

  /** Back into the queue, and not as a failed attempt. */
  async postpone(held: HeldJob, wait: Wait, now: number): Promise<void> {
    const { until, reason, failingSince } = wait;
    const attempts = held.attempts - 1;
    await this.#change(held, {
      ...{ state: "queued", stateAt: now, wakeAt: until, failure: reason, failingSince, attempts },
    });
  }

  /** Back into the queue after an attempt that broke off. */
  async retry(held: HeldJob, until: number, reason: string, now: number): Promise<void> {
    await this.#change(held, { state: "queued", stateAt: now, wakeAt: until, failure: reason });
  }

  /** @returns whether it was ended here */
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

/** The statement that queues a job, for who stores something along with it. */
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
