import { attributeCase as declaration } from "../../../protocol/routes/cases.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const attributeCase = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const queued = await project.cases.requeue(c.req.valid("param").case, c.get("services").now());
  if (queued === undefined) throw notFound("case");
  await project.wakeAttribution(queued.graph);
  return c.json(queued, 202);
});
