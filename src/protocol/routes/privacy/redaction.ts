/** Routes for redaction: settings, a trial with a text, and counts of replacements. */
import {
  RedactionCounts,
  RedactionSettings,
  RedactionTried,
  RedactionTry,
} from "../../api/redaction.ts";
import { declare, json, jsonBody } from "../declaration.ts";

export const showRedaction = declare("admin", [], {
  method: "get",
  path: "/project/redaction",
  tags: ["Privacy"],
  summary: "Show the redaction settings",
  responses: { 200: json(RedactionSettings, "The settings.") },
});

export const putRedaction = declare("admin", [], {
  method: "put",
  path: "/project/redaction",
  audit: { action: "redaction.update", shown: ["kinds"] },
  tags: ["Privacy"],
  summary: "Change the redaction settings",
  description:
    "The settings take effect everywhere within ten seconds, for all data that arrives later. Stored data does not change.",
  request: { body: jsonBody(RedactionSettings) },
  responses: { 200: json(RedactionSettings, "The settings after the change.") },
});

export const tryRedaction = declare("admin", [], {
  method: "post",
  path: "/project/redaction/try",
  isRepeatable: true,
  audit: { skipped: "It changes nothing." },
  tags: ["Privacy"],
  summary: "Show how a text would be stored",
  description: "Neither the text nor the settings in the request are stored or logged.",
  request: { body: jsonBody(RedactionTry) },
  responses: { 200: json(RedactionTried, "The text as it would be stored.") },
});

export const showRedactionCounts = declare("read", [], {
  method: "get",
  path: "/project/redaction/counts",
  tags: ["Privacy"],
  summary: "Show how many values were redacted, by day and kind",
  responses: { 200: json(RedactionCounts, "The counts of the last thirty days.") },
});
