/** What the case page reads of replays. */
import { queryOptions } from "@tanstack/react-query";
import type { Replay, ReplayComparison } from "../../protocol/api/replays.ts";
import { addressOf, request } from "../api/request.ts";

const at = (id: string, ...parts: string[]) => addressOf("cases", id, "replays", ...parts);

export const replaysQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "replays", id],
    queryFn: ({ signal }) =>
      request<{ items: Replay[] }>("GET", at(id), { query: { project }, signal }),
  });

export const comparisonQuery = (project: string, id: string, replay: string) =>
  queryOptions({
    queryKey: [project, "replays", id, replay],
    queryFn: ({ signal }) =>
      request<ReplayComparison>("GET", at(id, replay), { query: { project }, signal }),
  });
