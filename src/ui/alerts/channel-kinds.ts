import type { ChannelKind } from "../../protocol/api/alerts/channels.ts";

interface KindOfChannel {
  readonly label: string;
  /** How to get the address or key, in one sentence. */
  readonly hint: string;
  readonly example: string;
}

/** E-mail is not offered: a deployment may have no outbox. */
export const KINDS: Readonly<Record<Exclude<ChannelKind, "email">, KindOfChannel>> = {
  slack: {
    label: "Slack",
    hint: "The webhook URL of a Slack app with incoming webhooks.",
    example: "https://hooks.slack.com/services/…",
  },
  teams: {
    label: "Microsoft Teams",
    hint: "The URL of a workflow that starts when a Teams webhook request is received.",
    example: "https://….api.powerplatform.com/…",
  },
  discord: {
    label: "Discord",
    hint: "The webhook URL from the channel's settings, under Integrations.",
    example: "https://discord.com/api/webhooks/…",
  },
  pagerduty: {
    label: "PagerDuty",
    hint: "The integration key of an Events API v2 integration: 32 characters.",
    example: "",
  },
};

export const labelOf = (kind: ChannelKind): string =>
  kind === "email" ? "E-mail" : KINDS[kind].label;
