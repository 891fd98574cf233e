import { deleteEndpoint as declaration } from "../../../protocol/routes/webhooks.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const deleteEndpoint = router().openapi(operation(declaration), async (c) => {
  const deleted = await c.get("project").webhooks.deleteEndpoint(c.req.valid("param").endpoint);
  if (!deleted) throw notFound("endpoint");
  return c.body(null, 204);
});
