import type { ReportTrigger } from "../../protocol/api/insights/reports.ts";

/** Why a report was made. */
export const TRIGGERS: Readonly<Record<ReportTrigger, string>> = {
  request: "on request",
  schedule: "on schedule",
  attributions: "after so many attributions",
};
