import { isTracker, TRACKED_EVENTS } from "../../../protocol/api/alerts/channels.ts";
import type { AlertRuleSettings } from "../../../protocol/api/alerts/rules.ts";
import type { Delivery } from "../../../protocol/api/webhook-endpoints.ts";
import { MAX_ALERT_RULES, MAX_TEST_EVENTS_PER_HOUR } from "../../../protocol/limits.ts";
import {
  createRule,
  deleteRule,
  listRules,
  testRule,
  updateRule,
} from "../../../protocol/routes/alerts/rules.ts";
import { alertFired } from "../../../webhooks/payloads.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const rules = router()
  .openapi(operation(listRules), async (c) =>
    c.json({ items: await c.get("project").rules.list() }, 200),
  )
  .openapi(operation(createRule), async (c) => {
    const { newId, now } = c.get("services");
    const project = c.get("project");
    const settings = await checked(project, c.req.valid("json"));
    const created = await project.rules.create(newId("rul"), settings, now());
    if (created === undefined) throw atLimit(MAX_ALERT_RULES, "alert rules", "Delete one first.");
    return c.json(created, 201);
  })
  .openapi(operation(updateRule), async (c) => {
    const project = c.get("project");
    const known = await project.rules.find(c.req.valid("param").rule);
    if (known === undefined) throw notFound("rule");
    const { id, createdAt: _, firedAt: __, ...settings } = known;
    const change = c.req.valid("json");
    const updated = await project.rules.update(
      id,
      await checked(project, { ...settings, ...change }),
    );
    if (updated === undefined) throw notFound("rule");
    return c.json(updated, 200);
  })
  .openapi(operation(deleteRule), async (c) => {
    const deleted = await c.get("project").rules.delete(c.req.valid("param").rule);
    if (!deleted) throw notFound("rule");
    return c.body(null, 204);
  })
  .openapi(operation(testRule), async (c) => {
    const { publicUrl, now } = c.get("services");
    const project = c.get("project");
    const rule = await project.rules.find(c.req.valid("param").rule);
    if (rule === undefined) throw notFound("rule");
    const sample = {
      ...{ rule: rule.id, name: `Test of “${rule.name}”` },
      headline: "This is a sample. No wrong answer caused it.",
      lines: [],
    };
    const origin = { baseUrl: publicUrl, project: project.id };
    const at = now();
    const { ids, wanted } = await project.rules.sendSample(
      ...([rule, alertFired(origin, sample, at), at] as const),
    );
    if (wanted > 0 && ids.length === 0) {
      throw atLimit(MAX_TEST_EVENTS_PER_HOUR, "test events of the last hour", "Wait an hour.");
    }
    if (ids.length === 0) {
      throw new ApiError("conflict", "The rule has no enabled channel. Enable or add one first.");
    }
    await project.wakeDeliveries(ids);
    const found = await Promise.all(ids.map((id) => project.webhooks.findDelivery(id)));
    const items = found.filter((one): one is Delivery => one !== undefined);
    return c.json({ items }, 202);
  });

/** @throws ApiError if the rule names an unknown channel, or if it could never send a message */
async function checked(project: ProjectServices, settings: AlertRuleSettings) {
  const { events, threshold, digest, channels } = settings;
  if (threshold !== null && digest !== "none") {
    throw new ApiError("invalid_request", "digest: must be none if the rule has a threshold.");
  }
  if (threshold === null && digest === "none" && events.length === 0) {
    const message = "events: is empty. Name an event, or set a threshold or a digest.";
    throw new ApiError("invalid_request", message);
  }
  const known = new Map((await project.channels.list()).map(({ id, kind }) => [id, kind]));
  const missing = channels.find((id) => !known.has(id));
  if (missing !== undefined) {
    throw new ApiError("invalid_request", `channels: the project has no channel ${missing}.`);
  }
  const isTracked = events.every((event) => TRACKED_EVENTS.some((one) => one === event));
  if (threshold !== null || digest !== "none" || !isTracked) {
    const tracker = channels.find((id) => isTracker(known.get(id) ?? ""));
    if (tracker !== undefined) {
      const message = `channels: ${tracker} opens issues. Its rules send only ${TRACKED_EVENTS.join(", ")}.`;
      throw new ApiError("invalid_request", message);
    }
  }
  return settings;
}
