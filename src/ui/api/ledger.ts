/** Queries about a graph's ledger. Each cache key starts with the project. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  DerivedRole,
  LedgerFlag,
  LedgerSort,
} from "../../protocol/api/explorer/ledger-words.ts";
import type { MemorySearch } from "../memory/memory-search.ts";
import { call } from "./request.ts";
import { PAGES } from "./resources.ts";

export interface LedgerFilter {
  readonly flags?: readonly LedgerFlag[] | undefined;
  readonly state?: "held" | "gone" | undefined;
  readonly writer?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: LedgerSort | undefined;
  readonly order?: "asc" | undefined;
}

const UNITS_PER_PAGE = 100;

export const ledgerQuery = (project: string, graph: string, filter: LedgerFilter) =>
  infiniteQueryOptions({
    queryKey: [project, "ledger", graph, filter],
    queryFn: ({ signal, pageParam }) => loadLedger(project, graph, filter, pageParam, signal),
    // By default, TanStack Query compares all old and new data after each request. If a ledger has
    // very many memory units, this comparison would block the browser.
    structuralSharing: false,
    ...PAGES,
  });

export function loadLedger(
  project: string,
  graph: string,
  { flags, ...filter }: LedgerFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
) {
  const query = { project, ...filter, flags: flags && [...flags], limit: UNITS_PER_PAGE, cursor };
  return call(
    "GET /graphs/{graph}/ledger",
    { params: { graph }, query },
    signal === undefined ? {} : { signal },
  );
}

export const memoryQuery = (project: string, filter: MemorySearch) =>
  infiniteQueryOptions({
    queryKey: [project, "memory", filter],
    queryFn: ({ signal, pageParam }) =>
      call("GET /memory", { query: { project, ...filter, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export function loadUncounted(project: string, limit: number, signal: AbortSignal) {
  return call("GET /memory/uncounted", { query: { project, limit } }, { signal });
}

export const ledgerEntryQuery = (project: string, graph: string, name: string) =>
  queryOptions({
    queryKey: [project, "ledger entry", graph, name],
    queryFn: ({ signal }) =>
      call(
        "GET /graphs/{graph}/ledger/{name}",
        { params: { graph, name }, query: { project } },
        { signal },
      ),
  });

export const emptySearchesQuery = (project: string, graph: string) =>
  infiniteQueryOptions({
    queryKey: [project, "empty searches", graph],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /graphs/{graph}/empty-searches",
        { params: { graph }, query: { project, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });

export const derivedQuery = (
  project: string,
  graph: string,
  variable: string,
  role: DerivedRole | undefined,
) =>
  infiniteQueryOptions({
    queryKey: [project, "derived", graph, variable, role],
    queryFn: ({ signal, pageParam }) =>
      loadDerived(project, graph, variable, role, pageParam, signal),
    ...PAGES,
  });

export function loadDerived(
  project: string,
  graph: string,
  variable: string,
  role: DerivedRole | undefined,
  cursor: string | undefined,
  signal?: AbortSignal,
) {
  const query = { project, roles: role === undefined ? undefined : [role], limit: 200, cursor };
  return call(
    "GET /graphs/{graph}/derived/{variable}",
    { params: { graph, variable }, query },
    signal === undefined ? {} : { signal },
  );
}
