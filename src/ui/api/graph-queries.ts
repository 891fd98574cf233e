/**
 * Queries about one graph. Cache keys start with the project, so one call of `invalidateQueries`
 * can mark all of a project's data as outdated.
 */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BeadRole } from "../../protocol/api/explorer/flow-bounds.ts";
import type { WalkQuery } from "../../protocol/api/graph-queries.ts";
import { call } from "./request.ts";
import { PAGES } from "./resources.ts";

export const versionsQuery = (project: string, graph: string, name: string) =>
  infiniteQueryOptions({
    queryKey: [project, "versions", graph, name],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /graphs/{graph}/versions/{name}",
        { params: { graph, name }, query: { project, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });

const BLAMED_SPANS = 200;

export const blameQuery = (project: string, graph: string, variable: string) =>
  infiniteQueryOptions({
    queryKey: [project, "blame", graph, variable],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /graphs/{graph}/blame/{variable}",
        {
          params: { graph, variable },
          query: { project, limit: BLAMED_SPANS, cursor: pageParam },
        },
        { signal },
      ),
    ...PAGES,
  });

export interface WalkFilter {
  readonly direction: WalkQuery["direction"];
  /** Maximum number of links between the variable and a result. Undefined for no limit. */
  readonly hops: number | undefined;
  readonly category: string | undefined;
}

export const walkQuery = (
  project: string,
  graph: string,
  variable: string,
  { direction, hops, category }: WalkFilter,
) =>
  infiniteQueryOptions({
    queryKey: [project, "walk", graph, variable, direction, hops, category],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /graphs/{graph}/walk/{variable}",
        {
          params: { graph, variable },
          query: { project, direction, maxDepth: hops, categories: category, cursor: pageParam },
        },
        { signal },
      ),
    ...PAGES,
  });

/** Times are in ISO 8601. Undefined values get the API's defaults. */
export const flowQuery = (project: string, graph: string, wanted: FlowWanted) =>
  queryOptions({
    queryKey: [project, "flow", graph, wanted],
    queryFn: ({ signal }) =>
      call(
        "GET /graphs/{graph}/flow",
        { params: { graph }, query: { project, ...wanted } },
        { signal },
      ),
  });

interface FlowWanted {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly lanes: number | undefined;
  readonly units: number | undefined;
  readonly roles: BeadRole | undefined;
}

export const madeOfQuery = (project: string, graph: string, variable: string) =>
  queryOptions({
    queryKey: [project, "made of", graph, variable],
    queryFn: ({ signal }) =>
      call(
        "GET /graphs/{graph}/made-of/{variable}",
        { params: { graph, variable }, query: { project } },
        { signal },
      ),
  });

export const tokensQuery = (project: string, graph: string) =>
  queryOptions({
    queryKey: [project, "tokens", graph],
    queryFn: ({ signal }) =>
      call("GET /graphs/{graph}/tokens", { params: { graph }, query: { project } }, { signal }),
  });

const UNITS = 50;

export const storeQuery = (project: string, graph: string, at: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [project, "store", graph, at],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /graphs/{graph}/store",
        { params: { graph }, query: { project, at, limit: UNITS, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });

/** Memory changes between two times. */
export const changesQuery = (project: string, graph: string, from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: [project, "changes", graph, from, to],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /graphs/{graph}/diff",
        { params: { graph }, query: { project, from, to, limit: UNITS, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });

export const graphSearchQuery = (project: string, graph: string, q: string, isRegex: boolean) =>
  infiniteQueryOptions({
    queryKey: [project, "graph search", graph, q, isRegex],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /graphs/{graph}/search",
        {
          params: { graph },
          query: { project, q, syntax: isRegex ? "regex" : "plain", cursor: pageParam },
        },
        { signal },
      ),
    ...PAGES,
  });

const RECORDS_FOUND = 8;

/** Variables and operations whose names contain the text. */
export const recordsNamedQuery = (project: string, graph: string, text: string) =>
  queryOptions({
    queryKey: [project, "records named", graph, text],
    queryFn: ({ signal }) =>
      call(
        "GET /graphs/{graph}/search",
        {
          params: { graph },
          query: {
            ...{ project, q: text, fields: "name", limit: RECORDS_FOUND },
            kinds: ["operation", "variable"],
          },
        },
        { signal },
      ),
  });
