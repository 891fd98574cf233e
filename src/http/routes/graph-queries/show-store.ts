import { runGivingWay } from "../../../database/giving-way.ts";
import { storeAtInTurns } from "../../../graph/memory/store.ts";
import { showStore as declaration } from "../../../protocol/routes/graph-queries.ts";
import { TURN } from "../../bounded-work.ts";
import { viewUnit } from "../../graphs/graph-query-views.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { operation, router } from "../../route.ts";

export const showStore = router().openapi(operation(declaration), async (c) => {
  const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
  if (graph === undefined) return unchanged(c);
  const query = c.req.valid("query");
  const work = storeAtInTurns(graph, query.at ?? Number.POSITIVE_INFINITY);
  const units = await runGivingWay(work, TURN);
  return c.json(
    pageOfList(
      units,
      query,
      (unit) => unit.id,
      (unit) => viewUnit(graph, unit),
    ),
    200,
  );
});
