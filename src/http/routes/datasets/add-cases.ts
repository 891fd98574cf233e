import { addCases as declaration } from "../../../protocol/routes/datasets.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { operation, router } from "../../route.ts";

export const addCases = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { id } = await datasetOf(project, c.req.valid("param"));
  return c.json(await project.datasets.addCases(id, c.req.valid("json")), 200);
});
