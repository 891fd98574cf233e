import { MAX_LEDGER_CASES } from "../../../protocol/api/explorer/ledger.ts";
import { listLedger as declaration } from "../../../protocol/routes/ledger.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { ledgerPage } from "../../graphs/ledger/ledger-answers.ts";
import { operation, router } from "../../route.ts";

export const listLedger = router().openapi(operation(declaration), async (c) => {
  const { graph: id } = c.req.valid("param");
  const cases = await c.get("project").cases.blamedVariables(id, MAX_LEDGER_CASES);
  const [graph] = await loadChanged(c, [id], cases);
  if (graph === undefined) return unchanged(c);
  return c.json(await ledgerPage(graph, cases, c.req.valid("query")), 200);
});
