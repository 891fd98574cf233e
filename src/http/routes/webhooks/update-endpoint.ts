import { updateEndpoint as declaration } from "../../../protocol/routes/webhooks.ts";
import { notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { allowedUrl } from "./allowed-url.ts";
import { mayReceiveAudit, receivesAudit } from "./audit-subscription.ts";

export const updateEndpoint = router().openapi(operation(declaration), async (c) => {
  const change = c.req.valid("json");
  const url = change.url === undefined ? {} : { url: allowedUrl(change.url, c.get("services")) };
  const { endpoint } = c.req.valid("param");
  const { webhooks } = c.get("project");
  const before = (await webhooks.listEndpoints()).find(({ id }) => id === endpoint);
  if (before === undefined) throw notFound("endpoint");
  const after = { ...before, ...change };
  if (receivesAudit(before) || receivesAudit(after)) await mayReceiveAudit(c);
  c.set("before", { events: before.events, state: before.state });
  const updated = await webhooks.updateEndpoint(endpoint, { ...change, ...url });
  if (updated === undefined) throw notFound("endpoint");
  return c.json(updated, 200);
});
