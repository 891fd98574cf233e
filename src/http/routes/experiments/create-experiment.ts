import { MAX_EXPERIMENTS } from "../../../protocol/limits.ts";
import { createExperiment as declaration } from "../../../protocol/routes/experiments.ts";
import { datasetOf } from "../../dataset-by-name.ts";
import { atLimit } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { experimentOf } from "./known-experiment.ts";

export const createExperiment = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { newId, now } = c.get("services");
  const { name, ...named } = c.req.valid("json");
  const dataset = await datasetOf(project, named);
  const id = newId("exp");
  const created = { id, dataset: dataset.id, name: name || dataset.name, items: dataset.items };
  if (!(await project.experiments.begin(created, now()))) {
    throw atLimit(MAX_EXPERIMENTS, "experiments", "Delete a dataset with its experiments first.");
  }
  return c.json(await experimentOf(project, id), 201);
});
