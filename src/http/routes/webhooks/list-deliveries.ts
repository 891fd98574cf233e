import { listDeliveries as declaration } from "../../../protocol/routes/webhooks.ts";
import { operation, router } from "../../route.ts";

export const listDeliveries = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit, ...filter } = c.req.valid("query");
  const page = await c.get("project").webhooks.listDeliveries(filter, cursor, limit);
  return c.json(page, 200);
});
