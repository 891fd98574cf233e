import { MAX_REPLAYS_OF_DELIVERY } from "../../../protocol/limits.ts";
import { replayDelivery as declaration } from "../../../protocol/routes/webhooks.ts";
import { atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const replayDelivery = router().openapi(operation(declaration), async (c) => {
  const project = c.get("project");
  const { delivery } = c.req.valid("param");
  const isQueued = await project.webhooks.replay(delivery, c.get("services").now());
  const queued = await project.webhooks.findDelivery(delivery);
  if (queued === undefined) throw notFound("delivery");
  if (!isQueued) {
    throw atLimit(MAX_REPLAYS_OF_DELIVERY, "replays of this delivery", "Read it with GET instead.");
  }
  await project.wakeDeliveries([queued.id]);
  return c.json(queued, 202);
});
