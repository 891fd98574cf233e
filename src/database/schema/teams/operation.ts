import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Meter } from "../../../protocol/api/teams/plans.ts";

/** The table has one row, with the id 1. */
export const lastSweep = sqliteTable("last_sweep", {
  id: integer().primaryKey(),
  startedAt: integer().notNull(),
  milliseconds: integer().notNull(),
  /** Names of the sweep's functions that failed. */
  failedParts: text({ mode: "json" }).$type<readonly string[]>().notNull(),
  /**
   * Each sweep searches a part of the R2 keys for objects without a row. This is the last key that
   * was searched. Null if the next search starts again with the first key.
   */
  searchedKey: text(),
});

/** Organizations that are customers in the billing system. Only their usage is sent. */
export const billingCustomer = sqliteTable("billing_customer", {
  organization: text().primaryKey(),
  /** Id of the organization in the billing system, such as `cus_…`. */
  customer: text().notNull(),
});

/**
 * An event for the billing system. It states how much a project used of one meter on one day. If
 * the usage of this day changes later, another event states the difference. There are no foreign
 * keys, because the usage of deleted projects is billed too.
 */
export const billingEvent = sqliteTable(
  "billing_event",
  {
    /** `project-meter-day-number`, the event's identifier in the billing system. */
    id: text().primaryKey(),
    customer: text().notNull(),
    project: text().notNull(),
    meter: text().$type<Meter>().notNull(),
    /** UTC day, such as 2026-03-04. */
    day: text().notNull(),
    /** Usage that this event adds; negative if the count has become lower. */
    value: integer().notNull(),
    /**
     * - `queued`: the event waits for its next attempt
     * - `sent`: the billing system accepted the event
     * - `failed`: no attempt succeeded before the event became too old for the billing system
     */
    state: text().$type<"queued" | "sent" | "failed">().notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: integer().notNull(),
    /** Why the last attempt failed; null if it succeeded or there was none. */
    failure: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("billing_event_day").on(table.day, table.project, table.meter, table.value),
    index("billing_event_waiting").on(table.nextAttemptAt).where(sql`state = 'queued'`),
    index("billing_event_failed").on(table.createdAt).where(sql`state = 'failed'`),
  ],
);
