import { listDerived as declaration } from "../../../protocol/routes/memory/ledger.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { derivedPage } from "../../graphs/ledger/derived-answer.ts";
import { operation, router } from "../../route.ts";

export const listDerived = router().openapi(operation(declaration), async (c) => {
  const { graph: id, variable } = c.req.valid("param");
  const [graph] = await loadChanged(c, [id]);
  if (graph === undefined) return unchanged(c);
  return c.json(await derivedPage(graph, variable, c.req.valid("query")), 200);
});
