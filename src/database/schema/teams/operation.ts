/** What operators see of the sweep, and what a billing system was told. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Meter } from "../../../protocol/api/teams/plans.ts";

/** The last sweep: one row, with the id 1. */
export const lastSweep = sqliteTable("last_sweep", {
  id: integer().primaryKey(),
  startedAt: integer().notNull(),
  milliseconds: integer().notNull(),
  /** Names of the parts that failed. */
  failedParts: text({ mode: "json" }).$type<readonly string[]>().notNull(),
});

/** Organizations that a billing system knows. Others are not reported to it. */
export const billingCustomer = sqliteTable("billing_customer", {
  organization: text().primaryKey(),
  /** The billing system's id, such as `cus_…`. */
  customer: text().notNull(),
});

/**
 * What a billing system was told or will be told of a project, day and meter. The values of all rows of
 * them add up to the counted use: a later count adds a row with the difference. The rows refer to
 * nothing by foreign key, because a deleted project is billed too.
 */
export const billingEvent = sqliteTable(
  "billing_event",
  {
    /** `project-meter-day-number`; also the billing system's identifier. */
    id: text().primaryKey(),
    customer: text().notNull(),
    project: text().notNull(),
    meter: text().$type<Meter>().notNull(),
    /** Day in UTC, such as 2026-03-04. */
    day: text().notNull(),
    /** Negative if the count became lower. */
    value: integer().notNull(),
    /**
     * - `queued`: waits for its next attempt
     * - `sent`: the billing system has it
     * - `failed`: the billing system did not take it in the days for which it accepts events
     */
    state: text().$type<"queued" | "sent" | "failed">().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer().notNull(),
    /** Why the last attempt failed; null if it did not. */
    failure: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("billing_event_day").on(table.day, table.project, table.meter, table.value),
    index("billing_event_waiting").on(table.nextAttemptAt).where(sql`state = 'queued'`),
    index("billing_event_failed").on(table.createdAt).where(sql`state = 'failed'`),
  ],
);
