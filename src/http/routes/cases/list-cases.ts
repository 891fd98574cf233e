import { listCases as declaration } from "../../../protocol/routes/cases.ts";
import { operation, router } from "../../route.ts";

export const listCases = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...filter } = c.req.valid("query");
  const page = await c.get("project").cases.list(filter, cursor, limit);
  return c.json(page, 200);
});
