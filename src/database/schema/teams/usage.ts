/**
 * Usage and plans. The tables have no foreign keys, because the usage of a deleted project still
 * counts towards its organization's limit in that month.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Meter, PlanName } from "../../../protocol/api/teams/plans.ts";

export const usageDay = sqliteTable(
  "usage_day",
  {
    organization: text().notNull(),
    project: text().notNull(),
    /** UTC day, such as 2026-03-04. */
    day: text().notNull(),
    events: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    graphs: integer().notNull().default(0),
    cases: integer().notNull().default(0),
    deliveries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.day] }),
    index("usage_day_organization").on(table.organization, table.day),
    index("usage_day_day").on(table.day),
  ],
);

/** An organization without a row has the installation's default plan. */
export const organizationPlan = sqliteTable("organization_plan", {
  organization: text().primaryKey(),
  plan: text().$type<PlanName>().notNull(),
});

/** Records that an organization's usage has reached a share of its plan's limit in a month. */
export const usageAlert = sqliteTable(
  "usage_alert",
  {
    organization: text().notNull(),
    /** UTC month, such as 2026-03. */
    month: text().notNull(),
    meter: text().$type<Meter>().notNull(),
    /** The reached share of the limit, in percent. */
    percent: integer().notNull(),
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organization, table.month, table.meter, table.percent] }),
  ],
);
