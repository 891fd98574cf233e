import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { DisagreementWith } from "../../protocol/api/annotation/agreement.ts";
import type { CaseLabels, Label } from "../../protocol/api/annotation/labels.ts";
import type { CaseFilter } from "../../protocol/api/api.ts";
import { call } from "./request.ts";
import { caseQuery, PAGES } from "./resources.ts";

const LABELS_AT_ONCE = 200;

export const labelsQuery = (project: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [project, "labels", id],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        "GET /cases/{case}/labels",
        { params: { case: id }, query: { project, cursor, limit: LABELS_AT_ONCE } },
        { signal },
      ),
    ...PAGES,
  });

/**
 * Joins the pages of a case's labels into one answer. The labels come from all pages, and the other
 * fields, such as the state of the labels, come from the first page.
 */
export function joinedLabels([first, ...others]: readonly CaseLabels[]): CaseLabels | undefined {
  return first && { ...first, items: [first, ...others].flatMap(({ items }) => items) };
}

/** Stores the person's own label. Null withdraws the label. */
export const setLabel = (project: string, id: string, label: Label | null) => {
  const input = { params: { case: id }, query: { project } };
  return label === null
    ? call("DELETE /cases/{case}/label", input)
    : call("PUT /cases/{case}/label", { ...input, body: label });
};

/**
 * @param seen `number` of the newest label row that the person saw. If a newer row exists, the
 * service refuses the request
 */
export const adjudicate = (project: string, id: string, label: Label | null, seen: number) => {
  const params = { case: id };
  return label === null
    ? call("DELETE /cases/{case}/adjudication", { params, query: { project, seen } })
    : call("PUT /cases/{case}/adjudication", { params, query: { project }, body: { seen, label } });
};

/** Cache keys of everything that shows or counts labels. */
const SHOWING_LABELS = [
  ...["cases", "answers", "distribution", "agreement", "authors", "queues", "queue"],
  ...["benchmarks", "benchmark", "benchmark cases", "annotation errors"],
] as const;

/** Reloads everything that depends on the case's labels. */
export const refreshLabels = (client: QueryClient, project: string, id: string) =>
  Promise.all(
    [
      labelsQuery(project, id).queryKey,
      caseQuery(project, id).queryKey,
      ...SHOWING_LABELS.map((name) => [project, name]),
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );

const AUTHORS_FRESH_MS = 5 * 60_000;

export const authorsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "authors"],
    queryFn: ({ signal }) => call("GET /agreement/authors", { query: { project } }, { signal }),
    staleTime: AUTHORS_FRESH_MS,
  });

export const agreementQuery = (project: string, name: unknown, filter: () => CaseFilter) =>
  queryOptions({
    queryKey: [project, "agreement", name],
    queryFn: ({ signal }) =>
      call("GET /agreement", { query: { project, ...filter() } }, { signal }),
  });

export const disagreementsQuery = (
  project: string,
  name: unknown,
  filter: () => CaseFilter,
  between: DisagreementWith,
) =>
  infiniteQueryOptions({
    queryKey: [project, "agreement", "disagreements", between, name],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /agreement/disagreements",
        { query: { project, ...filter(), between, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });
