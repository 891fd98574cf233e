import { runGivingWay } from "../../../database/giving-way.ts";
import { memoryUnitsInTurns } from "../../../graph/memory/memory-units.ts";
import { lifeOf } from "../../../graph/memory/unit-life.ts";
import { listVersions as declaration } from "../../../protocol/routes/graph-queries.ts";
import { TURN } from "../../bounded-work.ts";
import { viewVersion } from "../../graphs/graph-query-views.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { missingName } from "../../graphs/missing-record.ts";
import { pageOfList } from "../../list-page.ts";
import { operation, router } from "../../route.ts";

export const listVersions = router().openapi(operation(declaration), async (c) => {
  const { graph: id, name } = c.req.valid("param");
  const [graph] = await loadChanged(c, [id]);
  if (graph === undefined) return unchanged(c);
  await runGivingWay(memoryUnitsInTurns(graph), TURN);
  const steps = lifeOf(graph, name);
  if (steps.length === 0) throw missingName(graph, name);
  const page = pageOfList(
    steps,
    c.req.valid("query"),
    (variable) => variable.id,
    (variable) => viewVersion(graph, variable),
  );
  return c.json(page, 200);
});
