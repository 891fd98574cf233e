import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { DecideAnswer } from "../../protocol/api/annotation/inferred-answers.ts";
import { call } from "./request.ts";
import { caseQuery } from "./resources.ts";

export const decisionsQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "inferred answer", id],
    queryFn: ({ signal }) =>
      call(
        "GET /cases/{case}/inferred-answer",
        { params: { case: id }, query: { project } },
        { signal },
      ),
  });

export const decideAnswer = (project: string, id: string, body: DecideAnswer) =>
  call("PUT /cases/{case}/inferred-answer", { params: { case: id }, query: { project }, body });

/** Reloads everything that depends on the case's expected answer. */
export const refreshDecisions = (client: QueryClient, project: string, id: string) =>
  Promise.all(
    [
      decisionsQuery(project, id).queryKey,
      caseQuery(project, id).queryKey,
      [project, "cases"],
      [project, "distribution"],
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
