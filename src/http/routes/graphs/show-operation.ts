import { PriceList } from "../../../graph/token-cost.ts";
import { showOperation as declaration } from "../../../protocol/routes/graphs.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { viewOperation } from "../../graphs/graph-views.ts";
import { missingOperation } from "../../graphs/missing-record.ts";
import { operation, router } from "../../route.ts";

export const showOperation = router().openapi(operation(declaration), async (c) => {
  const { graph, operation: id } = c.req.valid("param");
  const { prices } = await c.get("project").prices.prices();
  const [loaded] = await loadChanged(c, [graph], prices);
  if (loaded === undefined) return unchanged(c);
  const view = viewOperation(loaded, id, new PriceList(prices), c.req.valid("query").first);
  if (view === undefined) throw missingOperation(id);
  return c.json(view, 200);
});
