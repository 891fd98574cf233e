import { listGraphs as declaration } from "../../../protocol/routes/graphs.ts";
import { isSeenAnswer, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const listGraphs = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit } = c.req.valid("query");
  const page = await c.get("project").graphs.list(cursor, limit);
  if (isSeenAnswer(c, page)) return unchanged(c);
  return c.json(page, 200);
});
