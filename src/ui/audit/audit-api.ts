import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AuditFilter, AuditSettings } from "../../protocol/api/teams/audit.ts";
import { AUDIT_ACTIONS } from "../../protocol/api/teams/audit-actions.ts";
import { requestOf } from "../../protocol/routes/client.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";
import type { AuditSearch } from "./audit-search.ts";

const PAGE_SIZE = 50;

export const auditQuery = (project: string, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: [project, "audit", search],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /audit",
        { query: { project, ...filterOf(search), limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });

/** Download URL of all matching entries. */
export const exportAddress = (project: string, search: AuditSearch, format: "csv" | "json") =>
  requestOf("GET /audit/export", { query: { project, ...filterOf(search), format } }).path;

export const auditSettingsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "audit-settings"],
    queryFn: ({ signal }) => call("GET /audit/settings", { query: { project } }, { signal }),
  });

export const putAuditSettings = (project: string, body: AuditSettings) =>
  call("PUT /audit/settings", { query: { project }, body });

function filterOf({ action, from, to, ...search }: AuditSearch): AuditFilter {
  return {
    ...search,
    action: AUDIT_ACTIONS.find((known) => known === action),
    from: from === undefined ? undefined : startOf(from).toISOString(),
    to: to === undefined ? undefined : dayAfter(to).toISOString(),
  };
}

/** Returns the start of the day in the reader's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00`);

function dayAfter(day: string): Date {
  const date = startOf(day);
  date.setDate(date.getDate() + 1);
  return date;
}
