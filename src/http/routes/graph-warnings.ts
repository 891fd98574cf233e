import * as z from "zod";
import { Page } from "../../protocol/api.ts";
import { GraphWarningView } from "../../protocol/graph-queries.ts";
import { viewWarnings } from "../graph-query-views.ts";
import { loadChanged } from "../graph-revision.ts";
import { pageOfList } from "../list-page.ts";
import { json, operation, PageQuery, router } from "../route.ts";

const list = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/warnings",
  tags: ["Graph queries"],
  summary: "List what is odd about a graph's recording, with the remedy",
  description: "Values in conflict, changes that were not declared, events that wait for others.",
  request: { params: z.object({ graph: z.string() }), query: PageQuery },
  responses: {
    200: json(Page(GraphWarningView), "One page; empty where nothing is odd."),
    304: { description: "The graph is as it was at the `If-None-Match`." },
  },
});

export const graphWarnings = router().openapi(list, async (c) => {
  const [graph] = await loadChanged(c, c.req.valid("param").graph);
  if (graph === undefined) return c.body(null, 304);
  const page = pageOfList(
    viewWarnings(graph),
    c.req.valid("query"),
    ({ code, subject }) => `${code} ${subject}`,
    (warning) => warning,
  );
  return c.json(page, 200);
});
