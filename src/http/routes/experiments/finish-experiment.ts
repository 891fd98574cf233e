import { finishExperiment as declaration } from "../../../protocol/routes/experiments.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const finishExperiment = router().openapi(operation(declaration), async (c) => {
  const { experiments, findings } = c.get("project");
  const now = c.get("services").now();
  const done = await experiments.finish(c.req.valid("param").experiment, now);
  if (done === undefined) throw notFound("experiment");
  await findings.linkExperiment(done.id, now);
  return c.json(done, 200);
});
