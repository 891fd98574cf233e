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
    /** What its handler needs to know; ids, no text of traces. */
    input: text({ mode: "json" }).notNull(),
    state: text().$type<JobState>().notNull(),
    /** When it entered the state, or last told of its progress. */
    stateAt: integer().notNull(),
    /** When it may be taken next. */
    wakeAt: integer().notNull(),
    /** Times that it was taken and neither ended nor postponed. Tells who holds it. */
    attempts: integer().notNull(),
    done: integer().notNull(),
    total: integer().notNull(),
    /** By all its runs; booked with each answer. */
    spent: text({ mode: "json" }).$type<Spent>().notNull(),
    failure: text(),
    result: text(),
    /** Why there is no result, in a sentence that quotes nothing. */
    note: text(),
    /** Since when its model gives no answer; null while it does. */
    failingSince: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("job_time").on(table.project, table.createdAt, table.id),
    // Two rounds of the optimiser at once would pay for the same questions.
    uniqueIndex("job_round")
      .on(table.project)
      .where(sql`kind = 'optimization' and state in ('queued', 'running')`),
    index("job_waiting").on(table.project, table.wakeAt).where(sql`state = 'queued'`),
    index("job_running").on(table.stateAt).where(sql`state = 'running'`),
    index("job_ended").on(table.stateAt).where(sql`state in ('done', 'failed')`),
  ],
);
