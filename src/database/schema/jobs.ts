/** Work that takes longer than a request. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { JobKind, JobState } from "../../protocol/api/jobs.ts";
import type { Spent } from "../../protocol/model.ts";
import { projectId } from "./project.ts";

export const job = sqliteTable(
  "job",
  {
    id: text().primaryKey(),
    project: projectId(),
    kind: text().$type<JobKind>().notNull(),
    /** Input of the job's handler: ids and settings, but no text of traces. */
    input: text({ mode: "json" }).notNull(),
    state: text().$type<JobState>().notNull(),
    /** Time at which the job entered its current state or last reported progress. */
    stateAt: integer().notNull(),
    /** Earliest time at which a worker may take the job. */
    wakeAt: integer().notNull(),
    /**
     * How many times a worker has taken the job since the job was last postponed. The number also
     * identifies the worker that holds the job.
     */
    attempts: integer().notNull(),
    done: integer().notNull(),
    total: integer().notNull(),
    /** Cost of all attempts of the job. It is updated with each answer of the model. */
    spent: text({ mode: "json" }).$type<Spent>().notNull(),
    failure: text(),
    result: text(),
    /** Why the job has no result: one sentence without quotes from traces. */
    note: text(),
    /**
     * Start of the period in which the job's model has not answered; null if the model answered the
     * last question.
     */
    failingSince: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("job_time").on(table.project, table.createdAt, table.id),
    // Only one round of the optimiser may be active in a project. Two parallel rounds would pay
    // twice for the same questions.
    uniqueIndex("job_round")
      .on(table.project)
      .where(sql`kind = 'optimization' and state in ('queued', 'running')`),
    index("job_waiting").on(table.project, table.wakeAt).where(sql`state = 'queued'`),
    index("job_running").on(table.stateAt).where(sql`state = 'running'`),
    index("job_ended").on(table.stateAt).where(sql`state in ('done', 'failed')`),
  ],
);
