/** Requests of the pages of findings and shifts. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Input } from "../../protocol/routes/client.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";

export const findingsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "findings"],
    queryFn: ({ signal }) => call("GET /findings", { query: { project } }, { signal }),
  });

export const findingQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "finding", id],
    queryFn: ({ signal }) =>
      call("GET /findings/{finding}", { params: { finding: id }, query: { project } }, { signal }),
  });

export const changeFinding = (
  project: string,
  id: string,
  body: Input<"PATCH /findings/{finding}">["body"],
) => call("PATCH /findings/{finding}", { params: { finding: id }, query: { project }, body });

export const shiftsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "shifts"],
    queryFn: ({ signal }) => call("GET /shifts", { query: { project, limit: 5 } }, { signal }),
  });

export const shiftQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "shift", id],
    queryFn: ({ signal }) =>
      call("GET /shifts/{shift}", { params: { shift: id }, query: { project } }, { signal }),
  });

/** The cases of a finding or behind a shift. */
export const casesOfQuery = (project: string, of: { finding: string } | { shift: string }) =>
  infiniteQueryOptions({
    queryKey: [project, "cases-of", of],
    queryFn: ({ signal, pageParam }) =>
      call("GET /cases", { query: { project, ...of, limit: 20, cursor: pageParam } }, { signal }),
    ...PAGES,
  });
