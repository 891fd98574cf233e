import { listExperiments as declaration } from "../../../protocol/routes/experiments.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { operation, router } from "../../route.ts";

export const listExperiments = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { cursor, limit, dataset } = c.req.valid("query");
  const of = dataset === undefined ? undefined : (await datasetOf(project, { dataset })).id;
  return c.json(await project.experiments.list(of, cursor, limit), 200);
});
