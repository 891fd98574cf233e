import { blameVariable as declaration } from "../../../protocol/routes/graph-queries.ts";
import { blamePage } from "../../graphs/graph-answers.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const blameVariable = router().openapi(operation(declaration), async (c) => {
  const { graph: id, variable } = c.req.valid("param");
  const [graph] = await loadChanged(c, [id]);
  if (graph === undefined) return unchanged(c);
  return c.json(await blamePage(graph, variable, c.req.valid("query")), 200);
});
