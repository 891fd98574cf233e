/**
 * Channels: chat, paging and mail services that get events as messages, and issue trackers that
 * keep an issue for each finding.
 */
import * as z from "zod";
import { listOf } from "../../bounded-inputs.ts";
import { WEBHOOK_EVENTS, WebhookEventType } from "../webhook-endpoints.ts";

const CHANNEL_KINDS = [
  "slack",
  "teams",
  "discord",
  "pagerduty",
  "email",
  "github",
  "linear",
] as const;
export const ChannelKind = z.enum(CHANNEL_KINDS);

/** The only events that a tracker receives. They open, close and reopen a finding's issue. */
export const TRACKED_EVENTS = [
  "finding.opened",
  "finding.reopened",
  "finding.closed",
] as const satisfies readonly WebhookEventType[];

const MAX_RECIPIENTS = 20;

export const Channel = z
  .object({
    id: z.string(),
    kind: ChannelKind,
    name: z.string(),
    address: z.string().describe("shortened, because the address or token is a secret"),
    unsubscribed: z
      .array(z.string())
      .describe("recipients who unsubscribed from the channel's e-mails"),
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
      "URL of the service's webhook. For PagerDuty, only if your account is not in the US region",
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
      "the addresses of an e-mail channel: confirmed addresses of people with access to the project",
    ),
  repository: z
    .string()
    .max(140)
    .regex(
      /^\w[\w-]*\/(?!\.{1,2}$)[\w.-]+$/,
      "must be an owner and a repository name, such as acme/agent",
    )
    .optional()
    .describe("the GitHub repository in which issues are opened"),
  team: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/, "must be the key of a team such as ENG")
    .optional()
    .describe("the key of the Linear team in which issues are opened"),
  token: z
    .string()
    .min(1)
    .max(500)
    .regex(/^[!-~]+$/, "must contain only ASCII letters, digits and signs, without spaces")
    .optional()
    .describe(
      "for GitHub: a fine-grained token with write access to issues; for Linear: an API key",
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
  events: Settings.shape.events
    .optional()
    .describe(
      "by default, changes of findings and shifts; for an issue tracker, only changes of findings",
    ),
}).meta({ id: "CreateChannel" });

export const UpdateChannel = Settings.partial()
  .extend({ ...Target.shape, state: z.enum(["enabled", "disabled"]).optional() })
  .meta({ id: "UpdateChannel" });

export type Channel = z.infer<typeof Channel>;
export type ChannelKind = z.infer<typeof ChannelKind>;
export type CreateChannel = z.infer<typeof CreateChannel>;
export type UpdateChannel = z.infer<typeof UpdateChannel>;

/** Whether the channel keeps an issue for each finding instead of sending messages. */
export const isTracker = (kind: string): kind is "github" | "linear" =>
  kind === "github" || kind === "linear";
