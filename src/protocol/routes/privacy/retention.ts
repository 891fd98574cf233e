/** Retention: how long a project keeps each kind of data. */
import { RetentionSettings } from "../../api/privacy/retention.ts";
import { declare, json, jsonBody } from "../declaration.ts";

export const showRetention = declare("read", [], {
  method: "get",
  path: "/project/retention",
  tags: ["Privacy"],
  summary: "Show how long each kind of data is kept",
  description:
    "Graphs have a setting of their own: `retentionDays` of the project. The organization sets how long its audit log is kept.",
  responses: { 200: json(RetentionSettings, "The settings, or the defaults.") },
});

export const putRetention = declare("admin", [], {
  method: "put",
  path: "/project/retention",
  audit: { action: "retention.update", shown: ["cases", "reports", "deliveries", "usage"] },
  tags: ["Privacy"],
  summary: "Set how long each kind of data is kept",
  description:
    "Older data is deleted within two hours and does not come back. Cases of frozen benchmarks stay. A case that was deleted is not found again in its graph.",
  request: { body: jsonBody(RetentionSettings) },
  responses: { 200: json(RetentionSettings, "The settings after the change.") },
});
