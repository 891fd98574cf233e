/** Queries about impact and reach. Cache keys start with the project. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";
import type { ImpactSearch } from "./impact-search.ts";

export const impactQuery = (project: string, graph: string, variable: string) =>
  infiniteQueryOptions({
    queryKey: [project, "impact", graph, variable],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        "GET /graphs/{graph}/impact/{variable}",
        { params: { graph, variable }, query: { project, cursor } },
        { signal },
      ),
    ...PAGES,
  });

export const selectionImpactQuery = (project: string, search: ImpactSearch) =>
  infiniteQueryOptions({
    queryKey: [project, "impact", search],
    queryFn: ({ signal, pageParam: cursor }) =>
      call("GET /impact", { query: { project, ...search, cursor } }, { signal }),
    ...PAGES,
  });

export const reachQuery = (project: string, graph: string, variable: string) =>
  queryOptions({
    queryKey: [project, "reach", graph, variable],
    queryFn: ({ signal }) =>
      call(
        "GET /graphs/{graph}/reach/{variable}",
        { params: { graph, variable }, query: { project } },
        { signal },
      ),
  });
