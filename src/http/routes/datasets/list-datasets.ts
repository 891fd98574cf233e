import { listDatasets as declaration } from "../../../protocol/routes/datasets.ts";
import { operation, router } from "../../route.ts";

export const listDatasets = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit } = c.req.valid("query");
  return c.json(await c.get("project").datasets.list(cursor, limit), 200);
});
