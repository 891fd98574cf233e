import * as z from "zod";
import { Page } from "../../api/api.ts";
import {
  AuditEntry,
  AuditFilter,
  AuditSettings,
  MAX_EXPORTED_ENTRIES,
} from "../../api/teams/audit.ts";
import { DEFAULT_AUDIT_DAYS } from "../../limits.ts";
import { declare, json, jsonBody, PageQuery } from "../declaration.ts";

const WHOSE =
  "Owners and admins of the organization see its whole log. A key sees the entries of its project.";

export const listAudit = declare("admin", [], {
  method: "get",
  path: "/audit",
  tags: ["Audit log"],
  summary: "List who changed what, newest first",
  description: WHOSE,
  request: { query: AuditFilter.extend(PageQuery.shape) },
  responses: { 200: json(Page(AuditEntry), "One page.") },
});

export const exportAudit = declare("admin", [], {
  method: "get",
  path: "/audit/export",
  audit: "audit.export",
  tags: ["Audit log"],
  summary: "Export the entries that match a filter, newest first",
  description: `${WHOSE} An export contains at most ${MAX_EXPORTED_ENTRIES} entries; a filter that matches more is refused.`,
  request: { query: AuditFilter.extend({ format: z.enum(["csv", "json"]).default("csv") }) },
  responses: {
    200: {
      description: "The entries, one per row or in an array.",
      content: {
        "text/csv": { schema: z.string() },
        "application/json": { schema: z.array(AuditEntry) },
      },
    },
  },
});

export const showAuditSettings = declare("admin", [], {
  method: "get",
  path: "/audit/settings",
  tags: ["Audit log"],
  summary: "Show how long the organization keeps its audit log",
  responses: { 200: json(AuditSettings, "The settings.") },
});

export const putAuditSettings = declare("admin", [], {
  method: "put",
  path: "/audit/settings",
  audit: { action: "audit.set_retention", shown: ["days"] },
  tags: ["Audit log"],
  summary: "Set how long the organization keeps its audit log",
  description: `Only for owners. ${DEFAULT_AUDIT_DAYS} days by default. Older entries are deleted within the hour, and no other entry can be deleted or changed.`,
  request: { body: jsonBody(AuditSettings) },
  responses: { 200: json(AuditSettings, "The settings after the change.") },
});
