import { MAX_TEST_EVENTS_PER_HOUR } from "../../../protocol/limits.ts";
import { sendTestEvent as declaration } from "../../../protocol/routes/webhooks.ts";
import { testEvent } from "../../../webhooks/payloads.ts";
import { atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const sendTestEvent = router().openapi(operation(declaration), async (c) => {
  const services = c.get("services");
  const project = c.get("project");
  const { endpoint } = c.req.valid("param");
  const known = await project.webhooks.listEndpoints();
  if (!known.some(({ id }) => id === endpoint)) throw notFound("endpoint");
  const now = services.now();
  const origin = { baseUrl: services.publicUrl, project: project.id };
  const created = project.webhooks.newDelivery(
    services.newId("msg"),
    endpoint,
    testEvent(origin, endpoint, now),
    now,
  );
  if (!(await project.webhooks.storeTest(created, now))) {
    throw atLimit(MAX_TEST_EVENTS_PER_HOUR, "test events of the last hour", "Wait an hour.");
  }
  await project.wakeDeliveries([created.id]);
  const delivery = await project.webhooks.findDelivery(created.id);
  if (delivery === undefined) throw notFound("delivery");
  return c.json(delivery, 202);
});
