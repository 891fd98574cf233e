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
   * When there are this many new attributions, the cases that pass `reportAfterFilter` are counted
   * again. It is set when a count has found too few cases. Each count reads many rows, so the next
   * one must not be too early.
   */
  reportAfterCountAt: integer().notNull().default(0),
});
