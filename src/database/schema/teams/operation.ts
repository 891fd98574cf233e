/** The last sweep, which operators see, and the events for a billing system. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Meter } from "../../../protocol/api/teams/plans.ts";

/** The last sweep, in a single row with the id 1. */
export const lastSweep = sqliteTable("last_sweep", {
  id: integer().primaryKey(),
  startedAt: integer().notNull(),
  milliseconds: integer().notNull(),
  /** Names of the sweep's parts that failed. */
  failedParts: text({ mode: "json" }).$type<readonly string[]>().notNull(),
  /**
   * The last key in R2 that the search for objects without a row has read; null to start with the
   * first key.
   */
  searchedKey: text(),
});

/** Organizations that are customers in a billing system. Only their usage is sent. */
export const billingCustomer = sqliteTable("billing_customer", {
  organization: text().primaryKey(),
  /** The billing system's id, such as `cus_…`. */
  customer: text().notNull(),
});

/**
 * Usage of a project, day and meter that was sent, or waits to be sent, to a billing system. The
 * values of all rows of the same project, day and meter add up to the counted usage: if the count
 * changes, a new row contains the difference. The rows have no foreign keys, because deleted
 * projects are billed too.
 */
export const billingEvent = sqliteTable(
  "billing_event",
  {
    /** `project-meter-day-number`; also the identifier in the billing system. */
    id: text().primaryKey(),
    customer: text().notNull(),
    project: text().notNull(),
    meter: text().$type<Meter>().notNull(),
    /** Day in UTC, such as 2026-03-04. */
    day: text().notNull(),
    /** Usage to add; negative if the count decreased. */
    value: integer().notNull(),
    /**
     * - `queued`: waits for its next attempt
     * - `sent`: the billing system accepted the event
     * - `failed`: the billing system did not accept the event in time; it refuses older events
     */
    state: text().$type<"queued" | "sent" | "failed">().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer().notNull(),
    /** Why the last attempt failed; null if it succeeded or none was made. */
    failure: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("billing_event_day").on(table.day, table.project, table.meter, table.value),
    index("billing_event_waiting").on(table.nextAttemptAt).where(sql`state = 'queued'`),
    index("billing_event_failed").on(table.createdAt).where(sql`state = 'failed'`),
  ],
);
