import { finishExperiment as declaration } from "../../../protocol/routes/experiments.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const finishExperiment = router().openapi(operation(declaration), async (c) => {
  const { experiments } = c.get("project");
  const done = await experiments.finish(c.req.valid("param").experiment, c.get("services").now());
  if (done === undefined) throw notFound("experiment");
  return c.json(done, 200);
});
