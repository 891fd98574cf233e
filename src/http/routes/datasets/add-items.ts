import { withoutRoom } from "../../../database/experiments/dataset-repository.ts";
import { MAX_DATASET_ITEMS } from "../../../protocol/api/experiments.ts";
import { readDatasetItems, TOO_MANY_ITEMS } from "../../../protocol/json/dataset-items.ts";
import { MAX_EVENTS_BODY_BYTES } from "../../../protocol/limits.ts";
import { addItems as declaration } from "../../../protocol/routes/datasets.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { ApiError } from "../../errors.ts";
import { malformed, readText } from "../../ingest/request-body.ts";
import { operation, router } from "../../route.ts";

export const addItems = router().openapi(operation(declaration), async (c) => {
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
});
