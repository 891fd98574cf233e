import { labelCase as declaration } from "../../../protocol/routes/cases.ts";
import { notFound } from "../../errors.ts";
import { loadGraph } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";
import { checkRecord } from "./check-record.ts";

export const labelCase = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { case: id } = c.req.valid("param");
  const label = c.req.valid("json");
  const found = await project.cases.find(id);
  const graph = found && (await loadGraph(project, found.graph));
  if (graph === undefined) throw notFound("case");
  checkRecord("operation", "op", label.op, graph.operations);
  for (const [index, { op }] of label.also.entries())
    checkRecord("operation", `also.${index}.op`, op, graph.operations);
  checkRecord("link", "link", label.link, graph.links);
  const labelled = await project.cases.setLabel(id, label);
  if (labelled === undefined) throw notFound("case");
  return c.json(labelled, 200);
});
