import * as z from "zod";
import { Page } from "../../../protocol/api/api.ts";
import {
  CreateEndpoint,
  Delivery,
  Endpoint,
  EndpointWithSecret,
  UpdateEndpoint,
} from "../../../protocol/api/webhook-endpoints.ts";
import {
  MAX_EARLIER_SECRETS,
  MAX_REPLAYS_OF_DELIVERY,
  MAX_TEST_EVENTS_PER_HOUR,
  MAX_WEBHOOK_ENDPOINTS,
} from "../../../protocol/limits.ts";
import { testEvent } from "../../../webhooks/payloads.ts";
import { newSecret } from "../../../webhooks/signature.ts";
import { checkEndpointUrl } from "../../../webhooks/url-policy.ts";
import type { ProjectServices, Services } from "../../context.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { json, jsonBody, operation, PageQuery, router } from "../../route.ts";

/** How long the secret before a rotation goes on signing beside later ones. */
const ROTATION_MS = 24 * 3_600_000;

const EndpointParam = z.object({ endpoint: z.string() });
const DeliveryParam = z.object({ delivery: z.string() });

const list = operation("read", [], {
  method: "get",
  path: "/webhooks",
  tags: ["Webhooks"],
  summary: "List endpoints",
  responses: { 200: json(z.object({ items: z.array(Endpoint) }), "All endpoints.") },
});

const create = operation("admin", ["url_not_allowed", "conflict"], {
  method: "post",
  path: "/webhooks",
  tags: ["Webhooks"],
  summary: "Create an endpoint",
  description:
    "https only, on the public internet. Only this answer shows the signing secret (Standard Webhooks).",
  request: { body: jsonBody(CreateEndpoint) },
  responses: { 201: json(EndpointWithSecret, "The endpoint with its secret.") },
});

const update = operation("admin", ["not_found", "url_not_allowed"], {
  method: "patch",
  path: "/webhooks/{endpoint}",
  tags: ["Webhooks"],
  summary: "Change an endpoint, or enable it again",
  request: { params: EndpointParam, body: jsonBody(UpdateEndpoint) },
  responses: { 200: json(Endpoint, "The endpoint after the change.") },
});

const remove = operation("admin", ["not_found"], {
  method: "delete",
  path: "/webhooks/{endpoint}",
  tags: ["Webhooks"],
  summary: "Delete an endpoint with its delivery log",
  request: { params: EndpointParam },
  responses: { 204: { description: "Deleted." } },
});

const rotate = operation("admin", ["not_found", "conflict"], {
  method: "post",
  path: "/webhooks/{endpoint}/secret",
  tags: ["Webhooks"],
  summary: "Rotate an endpoint's secret",
  description: `For a day, the previous secret signs messages too. After several rotations within a day, each earlier secret signs for its own day, at most ${MAX_EARLIER_SECRETS} of them.`,
  request: { params: EndpointParam },
  responses: { 200: json(EndpointWithSecret, "The endpoint with its new secret.") },
});

const test = operation("write", ["not_found", "conflict"], {
  method: "post",
  path: "/webhooks/{endpoint}/test",
  tags: ["Webhooks"],
  summary: "Send a test event",
  request: { params: EndpointParam },
  responses: { 202: json(Delivery, "The delivery; read it again to see the answer.") },
});

const listDeliveries = operation("read", [], {
  method: "get",
  path: "/deliveries",
  tags: ["Webhooks"],
  summary: "List deliveries, newest first",
  request: {
    query: PageQuery.extend({
      endpoint: z.string().optional(),
      state: Delivery.shape.state.optional(),
    }),
  },
  responses: { 200: json(Page(Delivery), "One page.") },
});

const showDelivery = operation("read", ["not_found"], {
  method: "get",
  path: "/deliveries/{delivery}",
  tags: ["Webhooks"],
  summary: "Show a delivery with its attempts",
  request: { params: DeliveryParam },
  responses: { 200: json(Delivery, "The delivery.") },
});

const replay = operation("write", ["not_found", "conflict"], {
  method: "post",
  path: "/deliveries/{delivery}/replay",
  tags: ["Webhooks"],
  summary: "Send a delivery again, under the same id",
  request: { params: DeliveryParam },
  responses: { 202: json(Delivery, "Queued.") },
});

export const webhooks = router()
  .openapi(list, async (c) =>
    c.json({ items: await c.get("project").webhooks.listEndpoints() }, 200),
  )
  .openapi(create, async (c) => {
    const services = c.get("services");
    const input = c.req.valid("json");
    const url = allowedUrl(input.url, services);
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
  })
  .openapi(update, async (c) => {
    const change = c.req.valid("json");
    const url = change.url === undefined ? {} : { url: allowedUrl(change.url, c.get("services")) };
    const { endpoint } = c.req.valid("param");
    const updated = await c.get("project").webhooks.updateEndpoint(endpoint, { ...change, ...url });
    if (updated === undefined) throw notFound("endpoint");
    return c.json(updated, 200);
  })
  .openapi(remove, async (c) => {
    const deleted = await c.get("project").webhooks.deleteEndpoint(c.req.valid("param").endpoint);
    if (!deleted) throw notFound("endpoint");
    return c.body(null, 204);
  })
  .openapi(rotate, async (c) => {
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
  })
  .openapi(test, async (c) => {
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
  })
  .openapi(listDeliveries, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    const page = await c.get("project").webhooks.listDeliveries(filter, cursor, limit);
    return c.json(page, 200);
  })
  .openapi(showDelivery, async (c) => {
    const found = await c.get("project").webhooks.findDelivery(c.req.valid("param").delivery);
    if (found === undefined) throw notFound("delivery");
    return c.json(found, 200);
  })
  .openapi(replay, async (c) => {
    const project = c.get("project");
    const { delivery } = c.req.valid("param");
    const isQueued = await project.webhooks.replay(delivery, c.get("services").now());
    const queued = await project.webhooks.findDelivery(delivery);
    if (queued === undefined) throw notFound("delivery");
    if (!isQueued) {
      throw atLimit(
        MAX_REPLAYS_OF_DELIVERY,
        "replays of this delivery",
        "Read it with GET instead.",
      );
    }
    await project.wakeDeliveries([queued.id]);
    return c.json(queued, 202);
  });

async function whyNotRotated({ webhooks }: ProjectServices, { endpoint }: { endpoint: string }) {
  const known = (await webhooks.listEndpoints()).some(({ id }) => id === endpoint);
  if (!known) return notFound("endpoint");
  const remedy = "Rotate again a day after the oldest of them was replaced.";
  return atLimit(MAX_EARLIER_SECRETS, "earlier secrets that still sign", remedy);
}

function allowedUrl(url: string, services: Services): string {
  const verdict = checkEndpointUrl(url, services.urlPolicy);
  if (!verdict.ok) throw new ApiError("url_not_allowed", `url: ${verdict.reason}`);
  return verdict.url;
}
