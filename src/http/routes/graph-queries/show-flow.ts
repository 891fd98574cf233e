import { showFlow as declaration } from "../../../protocol/routes/graph-queries.ts";
import { flowAnswer } from "../../graphs/flow-answer.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const showFlow = router().openapi(operation(declaration), async (c) => {
  const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
  if (graph === undefined) return unchanged(c);
  return c.json(await flowAnswer(graph, c.req.valid("query")), 200);
});
