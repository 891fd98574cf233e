/** A job is work that takes longer than a request. */
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
    /** Ids and settings that the job needs, but no trace texts. */
    input: text({ mode: "json" }).notNull(),
    state: text().$type<JobState>().notNull(),
    /** Time at which the job entered its state, or last stored its progress. */
    stateAt: integer().notNull(),
    /** No worker takes the job before this time. */
    wakeAt: integer().notNull(),
    /**
     * Number of times that a worker has taken the job. Runs that postponed the job do not count.
     * While a worker runs the job, it checks that this number is still the same. If the number is
     * higher, another worker has taken the job, and the first worker must stop.
     */
    attempts: integer().notNull(),
    done: integer().notNull(),
    total: integer().notNull(),
    /** Cost of all runs of the job, updated after each answer of the model. */
    spent: text({ mode: "json" }).$type<Spent>().notNull(),
    failure: text(),
    result: text(),
    /** One sentence that explains why the job has no result. It quotes no trace. */
    note: text(),
    /** Time since which the model has not answered; null if it answered the last question. */
    failingSince: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("job_time").on(table.project, table.createdAt, table.id),
    // This index allows only one active round of the optimiser in a project. Two parallel rounds
    // would pay twice for the same questions.
    uniqueIndex("job_round")
      .on(table.project)
      .where(sql`kind = 'optimization' and state in ('queued', 'running')`),
    index("job_waiting").on(table.project, table.wakeAt).where(sql`state = 'queued'`),
    index("job_running").on(table.stateAt).where(sql`state = 'running'`),
    index("job_ended").on(table.stateAt).where(sql`state in ('done', 'failed')`),
  ],
);
