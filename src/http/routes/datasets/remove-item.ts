import { removeItem as declaration } from "../../../protocol/routes/datasets.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const removeItem = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { item, ...named } = c.req.valid("param");
  const { id } = await datasetOf(project, named);
  if (!(await project.datasets.deleteItem(id, item))) throw notFound("item");
  return c.body(null, 204);
});
