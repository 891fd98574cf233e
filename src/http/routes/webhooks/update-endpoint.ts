import { updateEndpoint as declaration } from "../../../protocol/routes/webhooks.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { allowedUrl } from "./allowed-url.ts";

export const updateEndpoint = router().openapi(operation(declaration), async (c) => {
  const change = c.req.valid("json");
  const url = change.url === undefined ? {} : { url: allowedUrl(change.url, c.get("services")) };
  const { endpoint } = c.req.valid("param");
  const updated = await c.get("project").webhooks.updateEndpoint(endpoint, { ...change, ...url });
  if (updated === undefined) throw notFound("endpoint");
  return c.json(updated, 200);
});
