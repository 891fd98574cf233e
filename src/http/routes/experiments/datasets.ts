import * as z from "zod";
import { withoutRoom } from "../../../database/experiments/dataset-repository.ts";
import { Page } from "../../../protocol/api/api.ts";
import {
  AddCases,
  CreateDataset,
  Dataset,
  DatasetItem,
  ItemsAdded,
  MAX_DATASET_ITEMS,
} from "../../../protocol/api/experiments.ts";
import { readDatasetItems, TOO_MANY_ITEMS } from "../../../protocol/json/dataset-items.ts";
import { MAX_DATASETS, MAX_EVENTS_BODY_BYTES } from "../../../protocol/limits.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { malformed, readText } from "../../ingest/request-body.ts";
import { json, jsonBody, operation, PageQuery, router } from "../../route.ts";

const DatasetParam = z.object({ dataset: z.string() });
const tags = ["Datasets"];

const list = operation("read", [], {
  method: "get",
  path: "/datasets",
  tags,
  summary: "List datasets, newest first",
  request: { query: PageQuery },
  responses: { 200: json(Page(Dataset), "One page.") },
});

const create = operation("write", ["conflict"], {
  method: "post",
  path: "/datasets",
  tags,
  summary: "Create a dataset: questions for experiments",
  description: "The dataset of that name, new or existing.",
  request: { body: jsonBody(CreateDataset) },
  responses: { 201: json(Dataset, "The dataset.") },
});

const show = operation("read", ["not_found"], {
  method: "get",
  path: "/datasets/{dataset}",
  tags,
  summary: "Show a dataset, by its id or its name",
  request: { params: DatasetParam },
  responses: { 200: json(Dataset, "The dataset.") },
});

const remove = operation("write", ["not_found"], {
  method: "delete",
  path: "/datasets/{dataset}",
  tags,
  summary: "Delete a dataset with its experiments",
  request: { params: DatasetParam },
  responses: { 204: { description: "Nothing of it is left." } },
});

const items = operation("read", ["not_found"], {
  method: "get",
  path: "/datasets/{dataset}/items",
  tags,
  summary: "List the items of a dataset, in the order of their arrival",
  request: { params: DatasetParam, query: PageQuery },
  responses: { 200: json(Page(DatasetItem), "One page.") },
});

const binary = { schema: z.string().meta({ format: "binary" }) };
const addItems = operation(
  "write",
  ["not_found", "invalid_json", "too_large", "unsupported_media_type"],
  {
    method: "post",
    path: "/datasets/{dataset}/items",
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

const addCases = operation("write", ["not_found"], {
  method: "post",
  path: "/datasets/{dataset}/cases",
  tags,
  summary: "Add the questions of cases to a dataset",
  description:
    "By ids, or by the filters of the case list. Each item names its graph in its metadata, and is deleted with the graph.",
  request: { params: DatasetParam, body: jsonBody(AddCases) },
  responses: { 200: json(ItemsAdded, "The outcome for the items.") },
});

const removeItem = operation("write", ["not_found"], {
  method: "delete",
  path: "/datasets/{dataset}/items/{item}",
  tags,
  summary: "Remove an item from a dataset",
  request: { params: DatasetParam.extend({ item: z.string() }) },
  responses: { 204: { description: "The item is removed." } },
});

export const datasets = router()
  .openapi(list, async (c) => {
    const { cursor, limit } = c.req.valid("query");
    return c.json(await c.get("project").datasets.list(cursor, limit), 200);
  })
  .openapi(create, async (c) => {
    const { newId, now } = c.get("services");
    const { name } = c.req.valid("json");
    const made = await c.get("project").datasets.named(name, newId("ds"), now());
    if (made === undefined) throw atLimit(MAX_DATASETS, "datasets", "Delete one first.");
    return c.json(made, 201);
  })
  .openapi(show, async (c) => c.json(await datasetOf(c.get("project"), c.req.valid("param")), 200))
  .openapi(remove, async (c) => {
    const project = c.get("project");
    const { id } = await datasetOf(project, c.req.valid("param"));
    await project.datasets.delete(id);
    return c.body(null, 204);
  })
  .openapi(items, async (c) => {
    const project = c.get("project");
    const { id } = await datasetOf(project, c.req.valid("param"));
    const { cursor, limit } = c.req.valid("query");
    return c.json(await project.datasets.items(id, cursor, limit), 200);
  })
  .openapi(addItems, async (c) => {
    const project = c.get("project");
    const { id } = await datasetOf(project, c.req.valid("param"));
    const isTable = /^text\/csv\b/i.test(c.req.header("content-type") ?? "");
    const text = await readText(c.req.raw, MAX_EVENTS_BODY_BYTES);
    const read = readDatasetItems(text, isTable ? "csv" : "json");
    if (read === TOO_MANY_ITEMS) {
      throw new ApiError(
        "too_large",
        `A dataset has up to ${MAX_DATASET_ITEMS} items, and these are more. Send fewer. Nothing was added.`,
      );
    }
    if ("fault" in read) throw malformed(read.fault, "Nothing was added.");
    const { surplus, ...added } = await project.datasets.add(
      id,
      read.items.map(({ item }) => item),
    );
    const unplaced = surplus.map((at) => withoutRoom(read.items[at]?.index ?? at));
    return c.json({ ...added, rejected: [...read.rejected, ...unplaced] }, 200);
  })
  .openapi(addCases, async (c) => {
    const project = c.get("project");
    const { id } = await datasetOf(project, c.req.valid("param"));
    return c.json(await project.datasets.addCases(id, c.req.valid("json")), 200);
  })
  .openapi(removeItem, async (c) => {
    const project = c.get("project");
    const { item, ...named } = c.req.valid("param");
    const { id } = await datasetOf(project, named);
    if (!(await project.datasets.deleteItem(id, item))) throw notFound("item");
    return c.body(null, 204);
  });
