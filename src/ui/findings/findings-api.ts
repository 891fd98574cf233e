import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Finding } from "../../protocol/api/insights/findings.ts";
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

export const mergeFinding = (
  project: string,
  id: string,
  body: Input<"POST /findings/{finding}/merge">["body"],
) => call("POST /findings/{finding}/merge", { params: { finding: id }, query: { project }, body });

export const separateFinding = (project: string, id: string) =>
  call("DELETE /findings/{finding}/merge", { params: { finding: id }, query: { project } });

/** Findings that count as fixed because of this experiment. */
export const fixedByQuery = (project: string, experiment: string) =>
  queryOptions({
    queryKey: [project, "findings", "fixed-by", experiment],
    queryFn: ({ signal }) => call("GET /findings", { query: { project, experiment } }, { signal }),
  });

/**
 * Returns a function to call after a change of a finding. The function shows the changed finding,
 * and reloads the lists of findings. `other` is the id of a second finding that changed too.
 */
export function useShowFinding(project: string) {
  const client = useQueryClient();
  return async (changed: Finding, other?: string) => {
    client.setQueryData(findingQuery(project, changed.id).queryKey, changed);
    const related = [changed.mergedInto?.id, other].filter((id) => id !== undefined);
    await Promise.all(
      [
        findingsQuery(project).queryKey,
        [project, "cases-of"],
        ...related.map((id) => findingQuery(project, id).queryKey),
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}

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

/** Cases in a finding or shift. */
export const casesOfQuery = (project: string, of: { finding: string } | { shift: string }) =>
  infiniteQueryOptions({
    queryKey: [project, "cases-of", of],
    queryFn: ({ signal, pageParam }) =>
      call("GET /cases", { query: { project, ...of, limit: 20, cursor: pageParam } }, { signal }),
    ...PAGES,
  });
