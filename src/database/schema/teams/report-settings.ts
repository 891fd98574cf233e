/** Columns of `project` for automatic reports: when they are made, and about which cases. */
import { integer, text } from "drizzle-orm/sqlite-core";
import type { ReportFilter } from "../../../protocol/api/insights/reports.ts";
import type { ReportSchedule } from "../../../protocol/api/teams/project.ts";

export const reportSettings = () => ({
  reportSchedule: text().$type<ReportSchedule>().notNull().default("weekly"),
  /** Filters of scheduled reports. An empty object selects all cases. */
  reportFilter: text({ mode: "json" }).$type<ReportFilter>().notNull().default({}),
  /** A report is made after this many new attributions; null to make no such reports. */
  reportAfter: integer(),
  /** Filters of reports after `reportAfter` attributions. An empty object selects all cases. */
  reportAfterFilter: text({ mode: "json" }).$type<ReportFilter>().notNull().default({}),
  /**
   * The sweep counts the cases that pass `reportAfterFilter`, but only if there have been at least
   * this many attributions since the last report. If too few cases pass, the sweep raises this
   * number and waits for more attributions, because each count reads many rows.
   */
  reportAfterCountAt: integer().notNull().default(0),
});
