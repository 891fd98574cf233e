/** Channels: chat, paging and mail services that get events as readable messages. */
import * as z from "zod";
import { listOf } from "../../bounded-inputs.ts";
import { WEBHOOK_EVENTS, WebhookEventType } from "../webhook-endpoints.ts";

const CHANNEL_KINDS = ["slack", "teams", "discord", "pagerduty", "email"] as const;
export const ChannelKind = z.enum(CHANNEL_KINDS);

const MAX_RECIPIENTS = 20;

export const Channel = z
  .object({
    id: z.string(),
    kind: ChannelKind,
    name: z.string(),
    address: z.string().describe("shortened, because the address is a secret"),
    events: z.array(WebhookEventType),
    state: z.enum(["enabled", "disabled"]),
    disabledReason: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Channel" });

const Target = z.object({
  address: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe(
      "the service's webhook address. For PagerDuty, only if it is not that of the US region",
    ),
  routingKey: z
    .string()
    .regex(/^[A-Za-z0-9]{32}$/, "must be the 32 characters of an Events API v2 integration key")
    .optional()
    .describe("the integration key of PagerDuty's Events API v2"),
  recipients: listOf(z.email().max(254), MAX_RECIPIENTS)
    .min(1)
    .optional()
    .describe(
      "the addresses of an e-mail channel: confirmed addresses of members of the organization",
    ),
});

const Settings = z.object({
  name: z.string().trim().min(1).max(100),
  events: listOf(WebhookEventType, WEBHOOK_EVENTS.length).describe(
    "events that always go to the channel; may be empty",
  ),
});

export const CreateChannel = Settings.extend({
  kind: ChannelKind,
  ...Target.shape,
  events: Settings.shape.events.default([
    "finding.opened",
    "finding.reopened",
    "finding.closed",
    "distribution.shifted",
  ]),
}).meta({ id: "CreateChannel" });

export const UpdateChannel = Settings.partial()
  .extend({ ...Target.shape, state: z.enum(["enabled", "disabled"]).optional() })
  .meta({ id: "UpdateChannel" });

export type Channel = z.infer<typeof Channel>;
export type ChannelKind = z.infer<typeof ChannelKind>;
export type CreateChannel = z.infer<typeof CreateChannel>;
export type UpdateChannel = z.infer<typeof UpdateChannel>;
