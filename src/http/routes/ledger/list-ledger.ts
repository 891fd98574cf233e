import { runGivingWay } from "../../../database/giving-way.ts";
import { memorySummary } from "../../../graph/ledger/memory-summary.ts";
import { MAX_LEDGER_CASES } from "../../../protocol/api/explorer/ledger.ts";
import { listLedger as declaration } from "../../../protocol/routes/ledger.ts";
import { replayOf } from "../../../replay/is-replay.ts";
import { TURN } from "../../bounded-work.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { ledgerPage } from "../../graphs/ledger/ledger-answers.ts";
import { operation, router } from "../../route.ts";

export const listLedger = router().openapi(operation(declaration), async (c) => {
  const { graph: id } = c.req.valid("param");
  const query = c.req.valid("query");
  const project = c.get("project");
  const cases = await project.cases.blamedVariables(id, MAX_LEDGER_CASES);
  const { flags, state, writer, q, cursor } = query;
  const isFiltered = [flags, state, writer, q, cursor].some((given) => given !== undefined);
  // Before the graph is loaded: what arrives meanwhile must not count as counted.
  const revision = isFiltered ? undefined : (await project.openGraph(id))?.revision;
  const [graph] = await loadChanged(c, [id], cases);
  if (graph === undefined) return unchanged(c);
  const page = await ledgerPage(graph, cases, query);
  if (revision !== undefined && replayOf(graph.header) === undefined) {
    const summary = await runGivingWay(memorySummary(graph, cases), TURN);
    await project.memory.record(id, revision, summary, c.get("services").now());
  }
  return c.json(page, 200);
});
