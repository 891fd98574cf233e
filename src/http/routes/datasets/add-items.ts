import { withoutRoom } from "../../../database/experiments/dataset-repository.ts";
import { MAX_DATASET_ITEMS } from "../../../protocol/api/experiments.ts";
import { type ItemsFault, readDatasetItems } from "../../../protocol/json/dataset-items.ts";
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
  if (!read.ok) throw refusal(read.fault);
  const { items, rejected } = read.value;
  const { surplus, ...added } = await project.datasets.add(
    id,
    items.map(({ item }) => item),
  );
  const unplaced = surplus.map((at) => withoutRoom(items[at]?.index ?? at));
  return c.json({ ...added, rejected: [...rejected, ...unplaced] }, 200);
});

function refusal(fault: ItemsFault): ApiError {
  switch (fault.kind) {
    case "malformed":
      return malformed(fault.at, "Nothing was added.");
    case "too-many":
      return new ApiError(
        "too_large",
        `The body has more than ${MAX_DATASET_ITEMS} items, the limit of a dataset. Send fewer items. Nothing was added.`,
      );
  }
}
