import { listWarnings } from "../../../protocol/routes/graph-queries.ts";
import { viewWarnings } from "../../graphs/graph-query-views.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { operation, router } from "../../route.ts";

export const graphWarnings = router().openapi(operation(listWarnings), async (c) => {
  const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
  if (graph === undefined) return unchanged(c);
  const page = pageOfList(
    viewWarnings(graph),
    c.req.valid("query"),
    ({ code, subject }) => `${code} ${subject}`,
    (warning) => warning,
  );
  return c.json(page, 200);
});
