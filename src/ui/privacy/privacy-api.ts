import { queryOptions } from "@tanstack/react-query";
import type { RetentionSettings } from "../../protocol/api/privacy/retention.ts";
import { call } from "../api/request.ts";

export const retentionQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "retention"],
    queryFn: ({ signal }) => call("GET /project/retention", { query: { project } }, { signal }),
  });

export const putRetention = (project: string, body: RetentionSettings) =>
  call("PUT /project/retention", { query: { project }, body });

export const receiptsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "receipts"],
    queryFn: ({ signal }) => call("GET /receipts", { query: { project } }, { signal }),
  });

export const deleteUser = (project: string, user: string) =>
  call("DELETE /users/{user}", { params: { user }, query: { project } });

export const exportsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "exports"],
    queryFn: ({ signal }) => call("GET /exports", { query: { project } }, { signal }),
  });

export const createExport = (project: string, organization: string) =>
  call("POST /exports", { query: { project }, body: { organization } });

export const deleteExport = (project: string, id: string) =>
  call("DELETE /exports/{export}", { params: { export: id }, query: { project } });

/** Download URL of an export's file. The browser sends the owner's cookie. */
export const fileAddress = (project: string, id: string, file: string): string =>
  `/v1/exports/${encodeURIComponent(id)}/files/${encodeURIComponent(file)}?project=${encodeURIComponent(project)}`;
