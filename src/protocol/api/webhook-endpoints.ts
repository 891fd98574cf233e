import * as z from "zod";
import { listOf } from "../bounded-inputs.ts";

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

export const WEBHOOK_EVENTS = [
  "attribution.completed",
  "finding.opened",
  "finding.reopened",
  "finding.closed",
  "report.ready",
  "distribution.shifted",
  "health.crossed",
  "prompt.proposed",
  "endpoint.disabled",
  "usage.threshold_reached",
] as const;
/**
 * A new entry of the audit log, which shows what people do in the whole organization. An endpoint
 * gets this event only if its `events` names it.
 */
const AUDIT_EVENT = "audit.recorded";
const ALL_EVENTS = [...WEBHOOK_EVENTS, AUDIT_EVENT] as const;
export const WebhookEventType = z.enum(ALL_EVENTS);

export const Endpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(WebhookEventType),
    state: z.enum(["enabled", "disabled"]),
    disabledReason: z.string().nullable(),
    includeTexts: z
      .boolean()
      .describe("whether `attribution.completed` contains the question, answers and reason"),
    createdAt: Time,
  })
  .meta({ id: "Endpoint" });
const EndpointSettings = z.object({
  url: z.string().min(1).max(2_000),
  description: z.string().max(200),
  events: listOf(WebhookEventType, ALL_EVENTS.length).min(1),
  includeTexts: z
    .boolean()
    .describe(
      "`attribution.completed` then contains the question, answers and reason. These texts can be personal data.",
    ),
});
export const CreateEndpoint = EndpointSettings.extend({
  description: EndpointSettings.shape.description.default(""),
  events: EndpointSettings.shape.events.default([...WEBHOOK_EVENTS]),
  includeTexts: EndpointSettings.shape.includeTexts.default(false),
}).meta({ id: "CreateEndpoint" });
export const UpdateEndpoint = EndpointSettings.partial()
  .extend({ state: z.enum(["enabled", "disabled"]).optional() })
  .meta({ id: "UpdateEndpoint" });
export const EndpointWithSecret = Endpoint.extend({
  secret: z.string().describe("whsec_…; shown only once"),
}).meta({ id: "EndpointWithSecret" });

export const DeliveryAttempt = z.object({
  at: Time,
  status: z.number().int().nullable().describe("HTTP status; null without an answer"),
  milliseconds: Count,
  error: z.string().nullable(),
});
export const Delivery = z
  .object({
    id: z.string().describe("the `webhook-id` header; the same for all attempts"),
    endpoint: z.string().describe("id of the endpoint or channel"),
    url: z
      .string()
      .describe("URL or address of the endpoint or channel; a channel's address is shortened"),
    event: z.union([WebhookEventType, z.literal("alert.fired"), z.literal("test")]),
    rule: z
      .string()
      .nullable()
      .describe("id of the alert rule that caused the delivery; null if no rule caused it"),
    state: z.enum(["queued", "delivered", "failed"]),
    attempts: z.array(DeliveryAttempt),
    nextAttemptAt: Time.nullable(),
    createdAt: Time,
    payload: z
      .string()
      .describe(
        "the signed body, as sent; for a channel, the event from which its message is made",
      ),
  })
  .meta({ id: "Delivery" });

export type Endpoint = z.infer<typeof Endpoint>;
export type EndpointWithSecret = z.infer<typeof EndpointWithSecret>;
export type CreateEndpoint = z.infer<typeof CreateEndpoint>;
export type UpdateEndpoint = z.infer<typeof UpdateEndpoint>;
export type Delivery = z.infer<typeof Delivery>;
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;
export type WebhookEventType = z.infer<typeof WebhookEventType>;
