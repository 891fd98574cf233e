import { MAX_EARLIER_SECRETS } from "../../../protocol/limits.ts";
import { rotateSecret as declaration } from "../../../protocol/routes/webhooks.ts";
import { newSecret } from "../../../webhooks/signature.ts";
import type { ProjectServices } from "../../context.ts";
import { atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

/**
 * For this many milliseconds after a new secret is made, each message is signed with both the old
 * and the new secret.
 */
const ROTATION_MS = 24 * 3_600_000;

export const rotateSecret = router().openapi(operation(declaration), async (c) => {
  const services = c.get("services");
  const secret = newSecret(services.randomBytes);
  const rotated = await c
    .get("project")
    .webhooks.rotateSecret(c.req.valid("param").endpoint, await services.sealing.seal(secret), {
      now: services.now(),
      until: services.now() + ROTATION_MS,
    });
  if (rotated === undefined) throw await whyNotRotated(c.get("project"), c.req.valid("param"));
  return c.json({ ...rotated, secret }, 200);
});

async function whyNotRotated({ webhooks }: ProjectServices, { endpoint }: { endpoint: string }) {
  const known = (await webhooks.listEndpoints()).some(({ id }) => id === endpoint);
  if (!known) return notFound("endpoint");
  const remedy = "Rotate again a day after the oldest of them was replaced.";
  return atLimit(MAX_EARLIER_SECRETS, "earlier secrets that still sign", remedy);
}
