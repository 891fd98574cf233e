/** What the pages read, as queries that are cached under their project. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  Case,
  CaseFilter,
  CaseSummary,
  Distribution,
  GraphSummary,
  Key,
  OperationView,
  Project,
  VariableView,
} from "../../protocol/api/api.ts";
import type { PartRecord } from "../../protocol/api/graph-parts.ts";
import type { Job } from "../../protocol/api/jobs.ts";
import type { ModelSettings } from "../../protocol/api/model-settings.ts";
import type { Proposal, ProposalSummary, Suggestion } from "../../protocol/api/proposals.ts";
import type { Report, ReportSummary } from "../../protocol/api/reports.ts";
import type { Delivery, Endpoint } from "../../protocol/api/webhook-endpoints.ts";
import { addressOf as at, type QueryParameters, request } from "./request.ts";

export interface Items<Item> {
  readonly items: Item[];
}
export interface Page<Item> extends Items<Item> {
  readonly next: string | null;
}

const LIVE_MS = 2_000;
const PAGE_SIZE = 100;

function read<Answer>(project: string, path: string, query: QueryParameters = {}) {
  return ({ signal }: { signal: AbortSignal }) =>
    request<Answer>("GET", path, { query: { project, ...query }, signal });
}

/** Lists begin without a cursor. */
const firstPage = (): string | undefined => undefined;

export const projectsQuery = queryOptions({
  queryKey: ["projects"],
  queryFn: () => request<Items<Project>>("GET", "/v1/projects"),
});

export const distributionQuery = (project: string, name: unknown, filter: () => CaseFilter) =>
  queryOptions({
    queryKey: [project, "distribution", name],
    queryFn: ({ signal }) => read<Distribution>(project, at("distribution"), filter())({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.firstEventAt === null || (state.data?.waiting ?? 0) > 0 ? LIVE_MS : false,
  });

export const casesQuery = (project: string, name: unknown, filter: () => CaseFilter) =>
  infiniteQueryOptions({
    queryKey: [project, "cases", name],
    queryFn: ({ signal, pageParam }) =>
      read<Page<CaseSummary>>(project, at("cases"), {
        ...filter(),
        limit: PAGE_SIZE,
        cursor: pageParam,
      })({ signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const isWaiting = (state: Case["state"]): boolean =>
  state === "queued" || state === "running";

export const caseQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "case", id],
    queryFn: read<Case>(project, at("cases", id)),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data.state) ? LIVE_MS : false),
  });

export const similarQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "similar", id],
    queryFn: read<Items<CaseSummary>>(project, at("cases", id, "similar")),
  });

export const graphsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "graphs"],
    queryFn: ({ signal, pageParam }) =>
      read<Page<GraphSummary>>(project, at("graphs"), { cursor: pageParam })({ signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const graphQuery = (project: string, graph: string) =>
  queryOptions({
    queryKey: [project, "graph", graph],
    queryFn: read<GraphSummary>(project, at("graphs", graph)),
  });

/** Where the graph's file is downloaded. */
export const exportAddress = (project: string, graph: string, labels?: "labels"): string =>
  `${at("graphs", graph, "export")}?${new URLSearchParams({ project })}${labels ? "&labels=true" : ""}`;

/** @param first variables and links that are wanted, however many others the operation has */
export const operationQuery = (
  project: string,
  graph: string,
  op: string,
  first: readonly string[] = [],
) =>
  queryOptions({
    queryKey: [project, "operation", graph, op, first],
    queryFn: read<OperationView>(project, at("graphs", graph, "operations", op), { first }),
  });

export const MAX_OPERATIONS_FOUND = 8;

/** The operation of this id, and the first of those that have the text in their name. */
export const operationsNamedQuery = (project: string, graph: string, text: string) =>
  queryOptions({
    queryKey: [project, "operations named", graph, text],
    queryFn: async ({ signal }) => {
      const of = JSON.stringify({ part: "operations", ids: [text] });
      const named = { q: text, fields: "name", limit: MAX_OPERATIONS_FOUND };
      const kinds = "operation";
      const from = (path: string, query: QueryParameters) =>
        read<Page<PartRecord>>(project, at("graphs", graph, path), { kinds, ...query })({ signal });
      const pages = await Promise.all([from("part", { of }), from("search", named)]);
      const found = pages.flatMap(({ items }) => items);
      return [...new Map(found.map((record) => [record.id, record])).values()];
    },
  });

export const variableQuery = (project: string, graph: string, variable: string) =>
  queryOptions({
    queryKey: [project, "variable", graph, variable],
    queryFn: read<VariableView>(project, at("graphs", graph, "variables", variable)),
  });

export const modelQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "model"],
    queryFn: read<ModelSettings>(project, at("project", "model")),
  });

export const endpointsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "endpoints"],
    queryFn: read<Items<Endpoint>>(project, at("webhooks")),
  });

export interface DeliveryFilter {
  readonly endpoint?: string | undefined;
  readonly state?: Delivery["state"] | undefined;
}

export const deliveriesQuery = (project: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [project, "deliveries", filter],
    queryFn: ({ signal, pageParam }) =>
      read<Page<Delivery>>(project, at("deliveries"), { ...filter, cursor: pageParam })({ signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: 4 * LIVE_MS,
  });

export const deliveryQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "delivery", id],
    queryFn: read<Delivery>(project, at("deliveries", id)),
    refetchInterval: ({ state }) => (state.data?.state === "queued" ? LIVE_MS : false),
  });

export const keysQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "keys"],
    queryFn: read<Items<Key>>(project, at("keys")),
  });

export const reportsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "reports"],
    queryFn: ({ signal, pageParam }) =>
      read<Page<ReportSummary>>(project, at("reports"), { cursor: pageParam })({ signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const reportQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "report", id],
    queryFn: read<Report>(project, at("reports", id)),
  });

export const jobQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "job", id],
    queryFn: read<Job>(project, at("jobs", id)),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data.state) ? LIVE_MS : false),
  });

/** The latest look for better prompts, if there was one lately. */
export const latestRoundQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "latest-round"],
    queryFn: read<Page<Job>>(project, at("jobs"), { kind: "optimization", limit: 1 }),
  });

export const proposalsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "proposals"],
    queryFn: ({ signal, pageParam }) =>
      read<Page<ProposalSummary>>(project, at("proposals"), { cursor: pageParam })({ signal }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const proposalQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "proposal", id],
    queryFn: read<Proposal>(project, at("proposals", id)),
  });

/** What came of each case in one round of the optimiser. */
export const suggestionsQuery = (project: string, round: string) =>
  queryOptions({
    queryKey: [project, "suggestions", round],
    queryFn: read<Page<Suggestion>>(project, at("suggestions"), { round, limit: PAGE_SIZE }),
  });

/** The latest one. */
export const suggestionOfCaseQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "suggestion", id],
    queryFn: read<Page<Suggestion>>(project, at("suggestions"), { case: id, limit: 1 }),
  });
