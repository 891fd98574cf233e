import { listMemory as declaration } from "../../../protocol/routes/memory/ledger.ts";
import { isSeenAnswer, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const listMemory = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...query } = c.req.valid("query");
  const { memory } = c.get("project");
  const [page, figures] = [await memory.list(query, cursor, limit), await memory.figures(query)];
  const answer = { ...page, figures };
  if (isSeenAnswer(c, answer)) return unchanged(c);
  return c.json(answer, 200);
});
