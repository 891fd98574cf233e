import { MAX_LEDGER_CASES } from "../../../protocol/api/explorer/ledger.ts";
import { showLedgerEntry as declaration } from "../../../protocol/routes/memory/ledger.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { ledgerEntry } from "../../graphs/ledger/ledger-answers.ts";
import { operation, router } from "../../route.ts";

export const showLedgerEntry = router().openapi(operation(declaration), async (c) => {
  const { graph: id, name } = c.req.valid("param");
  const cases = await c.get("project").cases.blamedVariables(id, MAX_LEDGER_CASES);
  const [graph] = await loadChanged(c, [id], cases);
  if (graph === undefined) return unchanged(c);
  return c.json(await ledgerEntry(graph, cases, name), 200);
});
