import { MAX_DATASETS } from "../../../protocol/limits.ts";
import { createDataset as declaration } from "../../../protocol/routes/datasets.ts";
import { atLimit } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const createDataset = router().openapi(operation(declaration), async (c) => {
  const { newId, now } = c.get("services");
  const { name } = c.req.valid("json");
  const made = await c.get("project").datasets.named(name, newId("ds"), now());
  if (made === undefined) throw atLimit(MAX_DATASETS, "datasets", "Delete one first.");
  return c.json(made, 201);
});
