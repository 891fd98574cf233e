import type { ReportTrigger } from "../../protocol/api/insights/reports.ts";

/** Says in words why a report was created. */
export const TRIGGERS: Readonly<Record<ReportTrigger, string>> = {
  request: "on request",
  schedule: "on schedule",
  attributions: "after a number of attributions",
};
