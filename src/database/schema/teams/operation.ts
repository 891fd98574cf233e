/**
 * Three tables: the last sweep, which operators see; the customers of a billing system; and the
 * events for the billing system.
 */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Meter } from "../../../protocol/api/teams/plans.ts";

/** The last sweep. The table has a single row, with the id 1. */
export const lastSweep = sqliteTable("last_sweep", {
  id: integer().primaryKey(),
  startedAt: integer().notNull(),
  milliseconds: integer().notNull(),
  /** Names of the sweep's parts that failed. */
  failedParts: text({ mode: "json" }).$type<readonly string[]>().notNull(),
  /**
   * Progress of the search for R2 objects without a row: the last key that was read. Null starts
   * the search at the first key.
   */
  searchedKey: text(),
});

/**
 * Organizations that are customers in a billing system. Only the usage of these organizations is
 * sent.
 */
export const billingCustomer = sqliteTable("billing_customer", {
  organization: text().primaryKey(),
  /** Id of the customer in the billing system, such as `cus_…`. */
  customer: text().notNull(),
});

/**
 * Usage that was sent, or waits to be sent, to a billing system. Each row belongs to a project, a
 * day and a meter. The values of all rows with the same project, day and meter add up to the
 * counted usage: if the count changes, a new row contains the difference. The rows have no foreign
 * keys, because deleted projects are billed too.
 */
export const billingEvent = sqliteTable(
  "billing_event",
  {
    /** `project-meter-day-number`. It is also the event's identifier in the billing system. */
    id: text().primaryKey(),
    customer: text().notNull(),
    project: text().notNull(),
    meter: text().$type<Meter>().notNull(),
    /** Day in UTC, such as 2026-03-04. */
    day: text().notNull(),
    /** Usage that the event adds; negative if the count decreased. */
    value: integer().notNull(),
    /**
     * - `queued`: the event waits for its next attempt
     * - `sent`: the billing system accepted the event
     * - `failed`: the event was not accepted in time; the billing system now refuses it because of
     *   its age
     */
    state: text().$type<"queued" | "sent" | "failed">().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer().notNull(),
    /** Why the last attempt failed; null if it succeeded or if there was no attempt. */
    failure: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("billing_event_day").on(table.day, table.project, table.meter, table.value),
    index("billing_event_waiting").on(table.nextAttemptAt).where(sql`state = 'queued'`),
    index("billing_event_failed").on(table.createdAt).where(sql`state = 'failed'`),
  ],
);
