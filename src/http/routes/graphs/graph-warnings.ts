import * as z from "zod";
import { Page } from "../../../protocol/api/api.ts";
import { GraphWarningView } from "../../../protocol/api/graph-queries.ts";
import { viewWarnings } from "../../graphs/graph-query-views.ts";
import { loadChanged, UNCHANGED, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { json, operation, PageQuery, router } from "../../route.ts";

const list = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/warnings",
  tags: ["Graph queries"],
  summary: "List problems of a graph's recording, with the remedy",
  description: "Conflicting values, undeclared changes, and events that wait for others.",
  request: { params: z.object({ graph: z.string() }), query: PageQuery },
  responses: {
    200: json(Page(GraphWarningView), "One page; empty without problems."),
    ...UNCHANGED,
  },
});

export const graphWarnings = router().openapi(list, async (c) => {
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
