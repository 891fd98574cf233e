import {
  type ChannelKind,
  isTracker,
  TRACKED_EVENTS,
} from "../../../protocol/api/alerts/channels.ts";
import type { WebhookEventType } from "../../../protocol/api/webhook-endpoints.ts";
import { MAX_CHANNELS, MAX_TEST_EVENTS_PER_HOUR } from "../../../protocol/limits.ts";
import {
  createChannel,
  deleteChannel,
  listChannels,
  testChannel,
  updateChannel,
} from "../../../protocol/routes/alerts/channels.ts";
import { testMessage } from "../../../webhooks/payloads.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { givesTarget, storedTarget } from "./channel-target.ts";

export const channels = router()
  .openapi(operation(listChannels), async (c) =>
    c.json({ items: await c.get("project").channels.list() }, 200),
  )
  .openapi(operation(createChannel), async (c) => {
    const services = c.get("services");
    const input = c.req.valid("json");
    const events = input.events ?? usualEvents(input.kind);
    refuseUntracked(input.kind, events);
    await refuseStrangers(c.get("project"), input.recipients);
    const target = await storedTarget(input.kind, input, services);
    const id = services.newId("chn");
    const settings = { ...input, events };
    const created = await c.get("project").channels.create(id, settings, target, services.now());
    if (created === undefined) throw atLimit(MAX_CHANNELS, "channels", "Delete one first.");
    return c.json(created, 201);
  })
  .openapi(operation(updateChannel), async (c) => {
    const { channel: id } = c.req.valid("param");
    const change = c.req.valid("json");
    const { channels: repository } = c.get("project");
    const known = await repository.find(id);
    if (known === undefined) throw notFound("channel");
    refuseUntracked(known.kind, change.events ?? []);
    await refuseStrangers(c.get("project"), change.recipients);
    const target = givesTarget(change)
      ? await storedTarget(known.kind, change, c.get("services"))
      : undefined;
    const updated = await repository.update(id, change, target);
    if (updated === undefined) throw notFound("channel");
    return c.json(updated, 200);
  })
  .openapi(operation(deleteChannel), async (c) => {
    const deleted = await c.get("project").channels.delete(c.req.valid("param").channel);
    if (!deleted) throw notFound("channel");
    return c.body(null, 204);
  })
  .openapi(operation(testChannel), async (c) => {
    const { newId, now, publicUrl } = c.get("services");
    const project = c.get("project");
    const { channel: id } = c.req.valid("param");
    if ((await project.channels.find(id)) === undefined) throw notFound("channel");
    const at = now();
    const event = testMessage({ baseUrl: publicUrl, project: project.id }, id, at);
    const created = project.webhooks.newDelivery(newId("msg"), id, event, at);
    if (!(await project.webhooks.storeTest(created, at))) {
      throw atLimit(MAX_TEST_EVENTS_PER_HOUR, "test events of the last hour", "Wait an hour.");
    }
    await project.wakeDeliveries([created.id]);
    const delivery = await project.webhooks.findDelivery(created.id);
    if (delivery === undefined) throw notFound("delivery");
    return c.json(delivery, 202);
  });

function usualEvents(kind: ChannelKind): WebhookEventType[] {
  return isTracker(kind) ? [...TRACKED_EVENTS] : [...TRACKED_EVENTS, "distribution.shifted"];
}

/** Issue trackers accept only events about findings. */
function refuseUntracked(kind: ChannelKind, events: readonly WebhookEventType[]): void {
  if (!isTracker(kind)) return;
  const other = events.find((event) => !TRACKED_EVENTS.some((tracked) => tracked === event));
  if (other === undefined) return;
  throw new ApiError(
    "invalid_request",
    `events: ${other} is not about a finding. A channel of kind ${kind} accepts only ${TRACKED_EVENTS.join(", ")}.`,
  );
}

/**
 * Refuses an address that is not the confirmed address of a person with access to the project.
 * Otherwise, channels could send e-mails to strangers.
 */
async function refuseStrangers(
  { channels: repository }: Pick<ProjectServices, "channels">,
  recipients: readonly string[] = [],
): Promise<void> {
  const [stranger] = await repository.strangersAmong(recipients);
  if (stranger === undefined) return;
  throw new ApiError(
    "invalid_request",
    `recipients: ${stranger} is not the confirmed address of a person with access to the project. Invite the person first.`,
  );
}
