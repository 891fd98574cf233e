import { listUncounted as declaration } from "../../../protocol/routes/memory/ledger.ts";
import { operation, router } from "../../route.ts";

export const listUncounted = router().openapi(operation(declaration), async (c) => {
  const { limit } = c.req.valid("query");
  return c.json({ items: await c.get("project").memory.uncounted(limit) }, 200);
});
