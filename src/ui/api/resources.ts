/** Queries that pages use. The cache keys of a project's data start with the project. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Case, CaseFilter } from "../../protocol/api/api.ts";
import type { Delivery } from "../../protocol/api/webhook-endpoints.ts";
import { requestOf } from "../../protocol/routes/client.ts";
import { call } from "./request.ts";

const LIVE_MS = 2_000;
const PAGE_SIZE = 100;

const FIRST_PAGE: { readonly cursor?: string } = {};

/** Options of lists that load page by page. */
export const PAGES = {
  initialPageParam: FIRST_PAGE.cursor,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next ?? undefined,
};

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: () => call("GET /projects"),
});

/** The person's scopes in the project. */
export const whoamiQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "whoami"],
    queryFn: ({ signal }) => call("GET /whoami", { query: { project } }, { signal }),
    staleTime: 5 * 60_000,
  });

export const distributionQuery = (project: string, name: unknown, filter: () => CaseFilter) =>
  queryOptions({
    queryKey: [project, "distribution", name],
    queryFn: ({ signal }) =>
      call("GET /distribution", { query: { project, ...filter() } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.firstEventAt === null || (state.data?.waiting ?? 0) > 0 ? LIVE_MS : false,
  });

export const casesQuery = (project: string, name: unknown, filter: () => CaseFilter) =>
  infiniteQueryOptions({
    queryKey: [project, "cases", name],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /cases",
        { query: { project, ...filter(), limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });

/**
 * Counts the cases that match the filter. The key starts with the key of the case list, so
 * refreshing the list refreshes the count too.
 */
export const caseCountQuery = (project: string, name: unknown, filter: () => CaseFilter) =>
  queryOptions({
    queryKey: [project, "cases", name, "count"],
    queryFn: ({ signal }) =>
      call("GET /case-count", { query: { project, ...filter() } }, { signal }),
  });

export const isWaiting = (state: Case["state"]): boolean =>
  state === "queued" || state === "running";

export const caseQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "case", id],
    queryFn: ({ signal }) =>
      call("GET /cases/{case}", { params: { case: id }, query: { project } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data.state) ? LIVE_MS : false),
  });

export const similarQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "similar", id],
    queryFn: ({ signal }) =>
      call("GET /cases/{case}/similar", { params: { case: id }, query: { project } }, { signal }),
  });

/** @param attributedAt time of the attribution to which the transcript belongs */
export const transcriptQuery = (project: string, id: string, attributedAt: string | null) =>
  queryOptions({
    queryKey: [project, "transcript", id, attributedAt],
    queryFn: ({ signal }) =>
      call(
        "GET /cases/{case}/transcript",
        { params: { case: id }, query: { project } },
        { signal },
      ),
  });

export const graphsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "graphs"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /graphs", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export const graphQuery = (project: string, graph: string) =>
  queryOptions({
    queryKey: [project, "graph", graph],
    queryFn: ({ signal }) =>
      call("GET /graphs/{graph}", { params: { graph }, query: { project } }, { signal }),
  });

/** Download URL of the graph. */
export const exportAddress = (project: string, graph: string, labels?: "labels"): string =>
  requestOf("GET /graphs/{graph}/export", {
    params: { graph },
    query: { project, labels: labels && "true" },
  }).path;

/**
 * @param first ids of the most important variables and links. If an operation is large, the service
 * returns only a part of it. This part contains these variables and links
 */
export const operationQuery = (
  project: string,
  graph: string,
  op: string,
  first: readonly string[] = [],
) =>
  queryOptions({
    queryKey: [project, "operation", graph, op, first],
    queryFn: ({ signal }) =>
      call(
        "GET /graphs/{graph}/operations/{operation}",
        { params: { graph, operation: op }, query: { project, first } },
        { signal },
      ),
  });

export const MAX_OPERATIONS_FOUND = 8;

/**
 * The operation whose id equals the text, and up to `MAX_OPERATIONS_FOUND` operations whose names
 * contain the text.
 */
export const operationsNamedQuery = (project: string, graph: string, text: string) =>
  queryOptions({
    queryKey: [project, "operations named", graph, text],
    queryFn: async ({ signal }) => {
      const params = { graph };
      const of = JSON.stringify({ part: "operations", ids: [text] });
      const operations = { project, kinds: "operation" } as const;
      const named = {
        ...operations,
        q: text,
        fields: "name",
        limit: MAX_OPERATIONS_FOUND,
      } as const;
      const [exact, similar] = await Promise.all([
        call("GET /graphs/{graph}/part", { params, query: { ...operations, of } }, { signal }),
        call("GET /graphs/{graph}/search", { params, query: named }, { signal }),
      ]);
      const found = [...exact.items, ...similar.items];
      return [...new Map(found.map((record) => [record.id, record])).values()];
    },
  });

export const variableQuery = (project: string, graph: string, variable: string) =>
  queryOptions({
    queryKey: [project, "variable", graph, variable],
    queryFn: ({ signal }) =>
      call(
        "GET /graphs/{graph}/variables/{variable}",
        { params: { graph, variable }, query: { project } },
        { signal },
      ),
  });

export const modelQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "model"],
    queryFn: ({ signal }) => call("GET /project/model", { query: { project } }, { signal }),
  });

export const endpointsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "endpoints"],
    queryFn: ({ signal }) => call("GET /webhooks", { query: { project } }, { signal }),
  });

export interface DeliveryFilter {
  readonly endpoint?: string | undefined;
  readonly state?: Delivery["state"] | undefined;
}

export const deliveriesQuery = (project: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [project, "deliveries", filter],
    queryFn: ({ signal, pageParam }) =>
      call("GET /deliveries", { query: { project, ...filter, cursor: pageParam } }, { signal }),
    ...PAGES,
    refetchInterval: 4 * LIVE_MS,
  });

export const deliveryQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "delivery", id],
    queryFn: ({ signal }) =>
      call(
        "GET /deliveries/{delivery}",
        { params: { delivery: id }, query: { project } },
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.state === "queued" ? LIVE_MS : false),
  });

export const keysQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "keys"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /keys", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export const connectedAppsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "connected-apps"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /connected-apps", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export const reportsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "reports"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /reports", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export const reportQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "report", id],
    queryFn: ({ signal }) =>
      call("GET /reports/{report}", { params: { report: id }, query: { project } }, { signal }),
  });

export const jobQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "job", id],
    queryFn: ({ signal }) =>
      call("GET /jobs/{job}", { params: { job: id }, query: { project } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data.state) ? LIVE_MS : false),
  });

/**
 * A list with the job of the optimiser's latest round. The service deletes a job after 30 days. So
 * an empty list does not mean that there was never a round.
 */
export const latestRoundQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "latest-round"],
    queryFn: ({ signal }) =>
      call("GET /jobs", { query: { project, kind: "optimization", limit: 1 } }, { signal }),
  });

export const proposalsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "proposals"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /proposals", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export const proposalQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "proposal", id],
    queryFn: ({ signal }) =>
      call(
        "GET /proposals/{proposal}",
        { params: { proposal: id }, query: { project } },
        { signal },
      ),
  });

/** The optimiser's suggestions in a round, with each case's result. */
export const suggestionsQuery = (project: string, round: string) =>
  queryOptions({
    queryKey: [project, "suggestions", round],
    queryFn: ({ signal }) =>
      call("GET /suggestions", { query: { project, round, limit: PAGE_SIZE } }, { signal }),
  });

/** The optimiser's latest suggestion for the case. */
export const suggestionOfCaseQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "suggestion", id],
    queryFn: ({ signal }) =>
      call("GET /suggestions", { query: { project, case: id, limit: 1 } }, { signal }),
  });
