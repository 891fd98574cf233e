import { listResults as declaration } from "../../../protocol/routes/experiments.ts";
import { operation, router } from "../../route.ts";
import { existing } from "./known-experiment.ts";

export const listResults = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const id = await existing(project, c.req.valid("param").experiment);
  const { cursor, limit, outcome } = c.req.valid("query");
  return c.json(await project.experiments.results(id, { outcome }, cursor, limit), 200);
});
