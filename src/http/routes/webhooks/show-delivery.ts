import { showDelivery as declaration } from "../../../protocol/routes/webhooks.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const showDelivery = router().openapi(operation(declaration), async (c) => {
  const found = await c.get("project").webhooks.findDelivery(c.req.valid("param").delivery);
  if (found === undefined) throw notFound("delivery");
  return c.json(found, 200);
});
