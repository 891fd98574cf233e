/** What the pages of findings and shifts read and change. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CaseSummary } from "../../protocol/api/api.ts";
import type { Finding, FindingSummary, UpdateFinding } from "../../protocol/api/findings.ts";
import type { Shift } from "../../protocol/api/shifts.ts";
import { addressOf as at, request } from "../api/request.ts";
import type { Items, Page } from "../api/resources.ts";

const firstPage = (): string | undefined => undefined;

export const findingsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "findings"],
    queryFn: ({ signal }) =>
      request<Items<FindingSummary>>("GET", at("findings"), { query: { project }, signal }),
  });

export const findingQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "finding", id],
    queryFn: ({ signal }) =>
      request<Finding>("GET", at("findings", id), { query: { project }, signal }),
  });

export const changeFinding = (project: string, id: string, body: Partial<UpdateFinding>) =>
  request<Finding>("PATCH", at("findings", id), { query: { project }, body });

export const shiftsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "shifts"],
    queryFn: ({ signal }) =>
      request<Page<Shift>>("GET", at("shifts"), { query: { project, limit: 5 }, signal }),
  });

export const shiftQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "shift", id],
    queryFn: ({ signal }) =>
      request<Shift>("GET", at("shifts", id), { query: { project }, signal }),
  });

/** The cases of a finding or behind a shift. */
export const casesOfQuery = (project: string, of: { finding: string } | { shift: string }) =>
  infiniteQueryOptions({
    queryKey: [project, "cases-of", of],
    queryFn: ({ signal, pageParam }) =>
      request<Page<CaseSummary>>("GET", at("cases"), {
        query: { project, ...of, limit: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });
