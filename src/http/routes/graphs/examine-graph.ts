import { examineGraph as declaration } from "../../../protocol/routes/graphs.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const examineGraph = router().openapi(operation(declaration), async (c) => {
  const { graph } = c.req.valid("param");
  const project = c.get("project");
  await project.flush(graph);
  await project.graphs.requestSearch(graph);
  const found = await project.graphs.find(graph);
  if (found === undefined) throw notFound("graph");
  await project.wakeAttribution(graph);
  return c.json(found, 202);
});
