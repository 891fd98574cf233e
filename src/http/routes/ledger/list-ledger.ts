import { MAX_LEDGER_CASES } from "../../../protocol/api/explorer/ledger.ts";
import { listLedger as declaration } from "../../../protocol/routes/memory/ledger.ts";
import { openChanged, unchanged } from "../../graphs/graph-revision.ts";
import { ledgerAnswer } from "../../graphs/ledger/open-ledger.ts";
import { operation, router } from "../../route.ts";

export const listLedger = router().openapi(operation(declaration), async (c) => {
  const { graph } = c.req.valid("param");
  const project = c.get("project");
  const services = c.get("services");
  const cases = await project.cases.blamedVariables(graph, MAX_LEDGER_CASES);
  const [opened] = await openChanged(c, [graph], cases);
  if (opened === undefined) return unchanged(c);
  const state = { revision: opened.revision, version: services.version };
  const wanted = { graph, cases, query: c.req.valid("query"), state, now: services.now() };
  const page = await ledgerAnswer(project, opened, wanted);
  // The ETag stands for the current state of the graph. If the page comes from an earlier ledger,
  // remove the ETag.
  if (!page.figures.isCurrent) c.header("ETag", undefined);
  return c.json(page, 200);
});
