/** What the pages of datasets and experiments read and change. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  AddCases,
  Comparison,
  Dataset,
  DatasetItem,
  Experiment,
  ExperimentResult,
  ItemsAdded,
  Outcome,
} from "../../protocol/api/experiments.ts";
import { addressOf as at, type QueryParameters, request } from "../api/request.ts";
import type { Page } from "../api/resources.ts";

const LIVE_MS = 2_000;

const firstPage = (): string | undefined => undefined;

function pages<Item>(
  key: readonly unknown[],
  project: string,
  path: string,
  query: QueryParameters = {},
) {
  return infiniteQueryOptions({
    queryKey: [project, ...key],
    queryFn: ({ signal, pageParam }) =>
      request<Page<Item>>("GET", path, {
        query: { project, ...query, cursor: pageParam },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

function one<Answer>(key: readonly string[], project: string, path: string) {
  return queryOptions({
    queryKey: [project, ...key],
    queryFn: ({ signal }) => request<Answer>("GET", path, { query: { project }, signal }),
  });
}

export const datasetsQuery = (project: string) =>
  pages<Dataset>(["datasets"], project, at("datasets"));

export const datasetQuery = (project: string, id: string) =>
  one<Dataset>(["dataset", id], project, at("datasets", id));

export const itemsQuery = (project: string, id: string) =>
  pages<DatasetItem>(["items", id], project, at("datasets", id, "items"));

export const experimentsQuery = (project: string, dataset?: string) => ({
  ...pages<Experiment>(["experiments", dataset ?? ""], project, at("experiments"), { dataset }),
});

export const experimentQuery = (project: string, id: string) =>
  queryOptions({
    ...one<Experiment>(["experiment", id], project, at("experiments", id)),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? LIVE_MS : false),
  });

export const resultsQuery = (project: string, id: string, outcome: Outcome | undefined) =>
  pages<ExperimentResult>(
    ["results", id, outcome ?? ""],
    project,
    at("experiments", id, "results"),
    { outcome },
  );

export const comparisonQuery = (project: string, id: string, against: string) =>
  one<Comparison>(
    ["comparison", id, against],
    project,
    at("experiments", id, "comparison", against),
  );

export const createDataset = (project: string, name: string) =>
  request<Dataset>("POST", at("datasets"), { query: { project }, body: { name } });

export const deleteDataset = (project: string, id: string) =>
  request<unknown>("DELETE", at("datasets", id), { query: { project } });

export const addCases = (project: string, id: string, body: AddCases) =>
  request<ItemsAdded>("POST", at("datasets", id, "cases"), { query: { project }, body });

export const deleteItem = (project: string, dataset: string, item: string) =>
  request<unknown>("DELETE", at("datasets", dataset, "items", item), { query: { project } });

export const deleteExperiment = (project: string, id: string) =>
  request<unknown>("DELETE", at("experiments", id), { query: { project } });

/** A table by the file's name, else JSON. */
export const uploadItems = async (project: string, id: string, file: File) =>
  request<ItemsAdded>("POST", at("datasets", id, "items"), {
    query: { project },
    file: {
      content: file,
      type: /\.csv$/i.test(file.name) ? "text/csv" : "application/x-ndjson",
    },
  });
