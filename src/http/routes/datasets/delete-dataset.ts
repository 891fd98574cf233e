import { deleteDataset as declaration } from "../../../protocol/routes/datasets.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { operation, router } from "../../route.ts";

export const deleteDataset = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { id } = await datasetOf(project, c.req.valid("param"));
  await project.datasets.delete(id);
  return c.body(null, 204);
});
