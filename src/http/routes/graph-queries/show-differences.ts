import { showDifferences as declaration } from "../../../protocol/routes/graph-queries.ts";
import { boundedWork } from "../../bounded-work.ts";
import { compareGraphs } from "../../graphs/graph-answers.ts";
import { viewEntries } from "../../graphs/graph-query-views.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { operation, router } from "../../route.ts";

export const showDifferences = router().openapi(operation(declaration), async (c) => {
  const { graph: id } = c.req.valid("param");
  const query = c.req.valid("query");
  const [graph, other] = await loadChanged(c, [id, query.graph ?? []].flat());
  if (graph === undefined) return unchanged(c);
  const entries = await compareGraphs(graph, other, query);
  const page = pageOfList(
    entries,
    query,
    (entry) => JSON.stringify([entry.kind, entry.before, entry.after]),
    (entry) => entry,
  );
  const items = await boundedWork(viewEntries(page.items), "Ask for fewer entries (`limit`).");
  return c.json({ ...page, items }, 200);
});
