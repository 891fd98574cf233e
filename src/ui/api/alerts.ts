import { queryOptions } from "@tanstack/react-query";
import type { CreateChannel, UpdateChannel } from "../../protocol/api/alerts/channels.ts";
import type { CreateAlertRule, UpdateAlertRule } from "../../protocol/api/alerts/rules.ts";
import { call } from "./request.ts";

export const channelsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "channels"],
    queryFn: ({ signal }) => call("GET /channels", { query: { project } }, { signal }),
  });

export const createChannel = (project: string, body: CreateChannel) =>
  call("POST /channels", { query: { project }, body });

export const updateChannel = (project: string, id: string, body: UpdateChannel) =>
  call("PATCH /channels/{channel}", { params: { channel: id }, query: { project }, body });

export const deleteChannel = (project: string, id: string) =>
  call("DELETE /channels/{channel}", { params: { channel: id }, query: { project } });

export const testChannel = (project: string, id: string) =>
  call("POST /channels/{channel}/test", { params: { channel: id }, query: { project } });

export const rulesQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "rules"],
    queryFn: ({ signal }) => call("GET /rules", { query: { project } }, { signal }),
  });

export const createRule = (project: string, body: CreateAlertRule) =>
  call("POST /rules", { query: { project }, body });

export const updateRule = (project: string, id: string, body: UpdateAlertRule) =>
  call("PATCH /rules/{rule}", { params: { rule: id }, query: { project }, body });

export const deleteRule = (project: string, id: string) =>
  call("DELETE /rules/{rule}", { params: { rule: id }, query: { project } });

export const testRule = (project: string, id: string) =>
  call("POST /rules/{rule}/test", { params: { rule: id }, query: { project } });
