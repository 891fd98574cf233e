import { listItems as declaration } from "../../../protocol/routes/datasets.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { operation, router } from "../../route.ts";

export const listItems = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { id } = await datasetOf(project, c.req.valid("param"));
  const { cursor, limit } = c.req.valid("query");
  return c.json(await project.datasets.items(id, cursor, limit), 200);
});
