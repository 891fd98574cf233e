import type { ReportTrigger } from "../../protocol/api/insights/reports.ts";

/** Why a report was created → text. */
export const TRIGGERS: Readonly<Record<ReportTrigger, string>> = {
  request: "on request",
  schedule: "on schedule",
  attributions: "after a number of attributions",
};
