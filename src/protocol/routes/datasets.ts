import * as z from "zod";
import { Page } from "../api/api.ts";
import {
  AddCases,
  CreateDataset,
  Dataset,
  DatasetItem,
  ItemsAdded,
  MAX_DATASET_ITEMS,
} from "../api/experiments.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

const DatasetParam = z.object({ dataset: z.string() });

const tags = ["Datasets"];

const binary = { schema: z.string().meta({ format: "binary" }) };

export const listDatasets = declare("read", [], {
  method: "get",
  path: "/datasets",
  tags,
  summary: "List datasets, newest first",
  request: { query: PageQuery },
  responses: { 200: json(Page(Dataset), "One page.") },
});

export const createDataset = declare("write", ["conflict"], {
  method: "post",
  path: "/datasets",
  isRepeatable: true,
  audit: "dataset.create",
  tags,
  summary: "Create a dataset: questions for experiments",
  description: "Returns the dataset of this name, and creates it if there is none.",
  request: { body: jsonBody(CreateDataset) },
  responses: { 201: json(Dataset, "The dataset.") },
});

export const showDataset = declare("read", ["not_found"], {
  method: "get",
  path: "/datasets/{dataset}",
  tags,
  summary: "Show a dataset, by its id or its name",
  request: { params: DatasetParam },
  responses: { 200: json(Dataset, "The dataset.") },
});

export const deleteDataset = declare("write", ["not_found"], {
  method: "delete",
  path: "/datasets/{dataset}",
  audit: "dataset.delete",
  tags,
  summary: "Delete a dataset with its experiments",
  request: { params: DatasetParam },
  responses: { 204: { description: "Everything was deleted." } },
});

export const listItems = declare("read", ["not_found"], {
  method: "get",
  path: "/datasets/{dataset}/items",
  tags,
  summary: "List the items of a dataset, in the order of their arrival",
  request: { params: DatasetParam, query: PageQuery },
  responses: { 200: json(Page(DatasetItem), "One page.") },
});

export const addItems = declare(
  "write",
  ["not_found", "invalid_json", "too_large", "unsupported_media_type"],
  {
    method: "post",
    path: "/datasets/{dataset}/items",
    isRepeatable: true,
    audit: "dataset.add_items",
    tags,
    summary: "Add items to a dataset",
    description: `NDJSON or a JSON list of \`{question, expected, metadata}\`, or with \`Content-Type: text/csv\` a table whose first row names the columns; other columns are metadata. An invalid item is rejected, and the others are added. A dataset has up to ${MAX_DATASET_ITEMS} items.`,
    request: {
      params: DatasetParam,
      body: { required: true, content: { "application/x-ndjson": binary, "text/csv": binary } },
    },
    responses: { 200: json(ItemsAdded, "The outcome for the items.") },
  },
);

export const addCases = declare("write", ["not_found"], {
  method: "post",
  path: "/datasets/{dataset}/cases",
  isRepeatable: true,
  audit: "dataset.add_cases",
  tags,
  summary: "Add the questions of cases to a dataset",
  description:
    "Choose the cases by ids, or with the filters of the case list. Each item names its graph in its metadata, and is deleted with the graph.",
  request: { params: DatasetParam, body: jsonBody(AddCases) },
  responses: { 200: json(ItemsAdded, "The outcome for the items.") },
});

export const removeItem = declare("write", ["not_found"], {
  method: "delete",
  path: "/datasets/{dataset}/items/{item}",
  audit: "dataset.remove_item",
  tags,
  summary: "Remove an item from a dataset",
  request: { params: DatasetParam.extend({ item: z.string() }) },
  responses: { 204: { description: "The item is removed." } },
});
