import { MAX_WEBHOOK_ENDPOINTS } from "../../../protocol/limits.ts";
import { createEndpoint as declaration } from "../../../protocol/routes/webhooks.ts";
import { newSecret } from "../../../webhooks/signature.ts";
import { atLimit } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { allowedUrl } from "./allowed-url.ts";
import { mayReceiveAudit, receivesAudit } from "./audit-subscription.ts";

export const createEndpoint = router().openapi(operation(declaration), async (c) => {
  const services = c.get("services");
  const input = c.req.valid("json");
  const url = allowedUrl(input.url, services);
  if (receivesAudit(input)) await mayReceiveAudit(c);
  const secret = newSecret(services.randomBytes);
  const created = await c
    .get("project")
    .webhooks.createEndpoint(
      services.newId("ep"),
      { ...input, url },
      await services.sealing.seal(secret),
      services.now(),
    );
  if (created === undefined) {
    throw atLimit(MAX_WEBHOOK_ENDPOINTS, "endpoints", "Delete one first.");
  }
  return c.json({ ...created, secret }, 201);
});
