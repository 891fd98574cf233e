import { deleteExperiment as declaration } from "../../../protocol/routes/experiments.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const deleteExperiment = router().openapi(operation(declaration), async (c) => {
  const { experiments } = c.get("project");
  if (!(await experiments.delete(c.req.valid("param").experiment))) throw notFound("experiment");
  return c.body(null, 204);
});
