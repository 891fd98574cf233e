import * as z from "zod";
import { Page } from "../api/api.ts";
import {
  CreateEndpoint,
  Delivery,
  Endpoint,
  EndpointWithSecret,
  UpdateEndpoint,
} from "../api/webhook-endpoints.ts";
import { MAX_EARLIER_SECRETS } from "../limits.ts";
import { declare, json, jsonBody, PageQuery } from "./declaration.ts";

const EndpointParam = z.object({ endpoint: z.string() });

const DeliveryParam = z.object({ delivery: z.string() });

export const listEndpoints = declare("read", [], {
  method: "get",
  path: "/webhooks",
  tags: ["Webhooks"],
  summary: "List endpoints",
  responses: { 200: json(z.object({ items: z.array(Endpoint) }), "All endpoints.") },
});

export const createEndpoint = declare("admin", ["url_not_allowed", "conflict"], {
  method: "post",
  path: "/webhooks",
  isRepeatable: false,
  audit: { action: "webhook.create", shown: ["events"] },
  tags: ["Webhooks"],
  summary: "Create an endpoint",
  description:
    "https only, on the public internet. Only this answer shows the signing secret (Standard Webhooks).",
  request: { body: jsonBody(CreateEndpoint) },
  responses: { 201: json(EndpointWithSecret, "The endpoint with its secret.") },
});

export const updateEndpoint = declare("admin", ["not_found", "url_not_allowed"], {
  method: "patch",
  path: "/webhooks/{endpoint}",
  audit: { action: "webhook.update", shown: ["events", "state"] },
  tags: ["Webhooks"],
  summary: "Change an endpoint, or enable it again",
  request: { params: EndpointParam, body: jsonBody(UpdateEndpoint) },
  responses: { 200: json(Endpoint, "The endpoint after the change.") },
});

export const deleteEndpoint = declare("admin", ["not_found"], {
  method: "delete",
  path: "/webhooks/{endpoint}",
  audit: "webhook.delete",
  tags: ["Webhooks"],
  summary: "Delete an endpoint with its delivery log",
  request: { params: EndpointParam },
  responses: { 204: { description: "Deleted." } },
});

export const rotateSecret = declare("admin", ["not_found", "conflict"], {
  method: "post",
  path: "/webhooks/{endpoint}/secret",
  isRepeatable: false,
  audit: "webhook.rotate_secret",
  tags: ["Webhooks"],
  summary: "Rotate an endpoint's secret",
  description: `For a day, the previous secret signs messages too. After several rotations within a day, each earlier secret signs for its own day, at most ${MAX_EARLIER_SECRETS} of them.`,
  request: { params: EndpointParam },
  responses: { 200: json(EndpointWithSecret, "The endpoint with its new secret.") },
});

export const sendTestEvent = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/webhooks/{endpoint}/test",
  isRepeatable: false,
  audit: "webhook.test",
  tags: ["Webhooks"],
  summary: "Send a test event",
  request: { params: EndpointParam },
  responses: {
    202: json(Delivery, "The delivery. Read it again later to see the receiver's answer."),
  },
});

export const listDeliveries = declare("read", [], {
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

export const showDelivery = declare("read", ["not_found"], {
  method: "get",
  path: "/deliveries/{delivery}",
  tags: ["Webhooks"],
  summary: "Show a delivery with its attempts",
  request: { params: DeliveryParam },
  responses: { 200: json(Delivery, "The delivery.") },
});

export const replayDelivery = declare("write", ["not_found", "conflict"], {
  method: "post",
  path: "/deliveries/{delivery}/replay",
  isRepeatable: false,
  audit: "delivery.replay",
  tags: ["Webhooks"],
  summary: "Send a delivery again, under the same id",
  request: { params: DeliveryParam },
  responses: { 202: json(Delivery, "Queued.") },
});
