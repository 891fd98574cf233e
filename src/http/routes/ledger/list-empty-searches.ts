import { listEmptySearches as declaration } from "../../../protocol/routes/memory/ledger.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { emptySearchPage } from "../../graphs/ledger/ledger-answers.ts";
import { operation, router } from "../../route.ts";

export const listEmptySearches = router().openapi(operation(declaration), async (c) => {
  const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
  if (graph === undefined) return unchanged(c);
  return c.json(await emptySearchPage(graph, c.req.valid("query")), 200);
});
