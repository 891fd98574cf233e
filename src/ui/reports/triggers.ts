import type { ReportTrigger } from "../../protocol/api/insights/reports.ts";

/** The reasons for making a report. */
export const TRIGGERS: Readonly<Record<ReportTrigger, string>> = {
  request: "on request",
  schedule: "on schedule",
  attributions: "after a number of attributions",
};
