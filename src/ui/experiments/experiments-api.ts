import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AddCases, ItemOutcome } from "../../protocol/api/experiments.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";

const LIVE_MS = 2_000;

export const datasetsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "datasets"],
    queryFn: ({ signal, pageParam: cursor }) =>
      call("GET /datasets", { query: { project, cursor } }, { signal }),
    ...PAGES,
  });

export const datasetQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "dataset", id],
    queryFn: ({ signal }) =>
      call("GET /datasets/{dataset}", { params: { dataset: id }, query: { project } }, { signal }),
  });

export const itemsQuery = (project: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [project, "items", id],
    queryFn: ({ signal, pageParam: cursor }) => {
      const input = { params: { dataset: id }, query: { project, cursor } };
      return call("GET /datasets/{dataset}/items", input, { signal });
    },
    ...PAGES,
  });

export const experimentsQuery = (project: string, dataset?: string) =>
  infiniteQueryOptions({
    queryKey: [project, "experiments", dataset ?? ""],
    queryFn: ({ signal, pageParam: cursor }) =>
      call("GET /experiments", { query: { project, dataset, cursor } }, { signal }),
    ...PAGES,
  });

export const experimentQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "experiment", id],
    queryFn: ({ signal }) => {
      const input = { params: { experiment: id }, query: { project } };
      return call("GET /experiments/{experiment}", input, { signal });
    },
    refetchInterval: ({ state }) => (state.data?.state === "running" ? LIVE_MS : false),
  });

export const resultsQuery = (project: string, id: string, outcome: ItemOutcome | undefined) =>
  infiniteQueryOptions({
    queryKey: [project, "results", id, outcome ?? ""],
    queryFn: ({ signal, pageParam: cursor }) => {
      const input = { params: { experiment: id }, query: { project, outcome, cursor } };
      return call("GET /experiments/{experiment}/results", input, { signal });
    },
    ...PAGES,
  });

export const comparisonQuery = (project: string, id: string, against: string) =>
  queryOptions({
    queryKey: [project, "comparison", id, against],
    queryFn: ({ signal }) => {
      const input = { params: { experiment: id, against }, query: { project } };
      return call("GET /experiments/{experiment}/comparison/{against}", input, { signal });
    },
  });

export const createDataset = (project: string, name: string) =>
  call("POST /datasets", { query: { project }, body: { name } });

export const deleteDataset = (project: string, id: string) =>
  call("DELETE /datasets/{dataset}", { params: { dataset: id }, query: { project } });

export const addCases = (project: string, id: string, body: AddCases) =>
  call("POST /datasets/{dataset}/cases", { params: { dataset: id }, query: { project }, body });

export const deleteItem = (project: string, dataset: string, item: string) =>
  call("DELETE /datasets/{dataset}/items/{item}", {
    params: { dataset, item },
    query: { project },
  });

export const deleteExperiment = (project: string, id: string) =>
  call("DELETE /experiments/{experiment}", { params: { experiment: id }, query: { project } });

/**
 * Adds the questions of the file to the dataset. A file whose name ends in `.csv` is sent as CSV,
 * and any other file as NDJSON.
 */
export const uploadItems = (project: string, id: string, file: File) =>
  call(
    "POST /datasets/{dataset}/items",
    { params: { dataset: id }, query: { project } },
    {
      file: {
        content: file,
        type: /\.csv$/i.test(file.name) ? "text/csv" : "application/x-ndjson",
      },
    },
  );
