import { renderText as declaration } from "../../../protocol/routes/graph-queries.ts";
import { renderGraph } from "../../graphs/graph-answers.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const renderText = router().openapi(operation(declaration), async (c) => {
  const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
  if (graph === undefined) return unchanged(c);
  const query = c.req.valid("query");
  const type = query.format === "xml" ? "application/xml" : "text/markdown";
  const headers = { "Content-Type": `${type}; charset=utf-8` };
  return c.body(renderGraph(graph, query), 200, headers);
});
