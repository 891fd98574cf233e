import { showGraph as declaration } from "../../../protocol/routes/graphs.ts";
import { notFound } from "../../errors.ts";
import { isSeenAnswer, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const showGraph = router().openapi(operation(declaration), async (c) => {
  const { graph } = c.req.valid("param");
  const project = c.get("project");
  await project.flush(graph);
  const found = await project.graphs.find(graph);
  if (found === undefined) throw notFound("graph");
  if (isSeenAnswer(c, found)) return unchanged(c);
  return c.json(found, 200);
});
