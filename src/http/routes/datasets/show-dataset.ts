import { showDataset as declaration } from "../../../protocol/routes/datasets.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { operation, router } from "../../route.ts";

export const showDataset = router().openapi(operation(declaration), async (c) =>
  c.json(await datasetOf(c.get("project"), c.req.valid("param")), 200),
);
