import { queryOptions } from "@tanstack/react-query";
import type { HealthQuery } from "../../protocol/api/explorer/health.ts";
import type { PutHealthBounds } from "../../protocol/api/explorer/health-bounds.ts";
import { call } from "../api/request.ts";

export const healthQuery = (project: string, filter: HealthQuery) =>
  queryOptions({
    // The key must start with the project and "memory". After graphs are counted, `CountGraphs`
    // reloads all queries whose keys start in this way.
    queryKey: [project, "memory", "health", filter],
    queryFn: ({ signal }) =>
      call("GET /memory/health", { query: { project, ...filter } }, { signal }),
  });

export const boundsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "health-bounds"],
    queryFn: ({ signal }) => call("GET /memory/health/bounds", { query: { project } }, { signal }),
  });

export const putBounds = (project: string, body: PutHealthBounds) =>
  call("PUT /memory/health/bounds", { query: { project }, body });
