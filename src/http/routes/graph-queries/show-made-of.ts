import { showMadeOf as declaration } from "../../../protocol/routes/graph-queries.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { madeOfAnswer } from "../../graphs/made-of-answer.ts";
import { operation, router } from "../../route.ts";

export const showMadeOf = router().openapi(operation(declaration), async (c) => {
  const { graph: id, variable } = c.req.valid("param");
  const [graph] = await loadChanged(c, [id]);
  if (graph === undefined) return unchanged(c);
  return c.json(await madeOfAnswer(graph, variable), 200);
});
