/** The columns of a project that say when MemTrace makes reports by itself, and on which cases. */
import { integer, text } from "drizzle-orm/sqlite-core";
import type { ReportFilter } from "../../../protocol/api/insights/reports.ts";
import type { ReportSchedule } from "../../../protocol/api/teams/project.ts";

export const reportSettings = () => ({
  reportSchedule: text().$type<ReportSchedule>().notNull().default("weekly"),
  /** The filters of scheduled reports. An empty object includes all cases. */
  reportFilter: text({ mode: "json" }).$type<ReportFilter>().notNull().default({}),
  /** Number of new attributions after which a report is made; null to make no such reports. */
  reportAfter: integer(),
  /** The filters of these reports. An empty object includes all cases. */
  reportAfterFilter: text({ mode: "json" }).$type<ReportFilter>().notNull().default({}),
  /**
   * Number of new attributions from which the cases of these filters are counted again. A count that
   * found too few cases sets this number, because each count reads many rows.
   */
  reportAfterCountAt: integer().notNull().default(0),
});
