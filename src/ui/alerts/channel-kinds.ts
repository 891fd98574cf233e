import type { ChannelKind } from "../../protocol/api/alerts/channels.ts";

interface KindOfChannel {
  readonly label: string;
  /** Where to get the address, key or token. */
  readonly hint: string;
  readonly example: string;
}

export const KINDS: Readonly<Record<ChannelKind, KindOfChannel>> = {
  email: {
    label: "E-mail",
    hint: "E-mail addresses of people with access to the project, separated by commas. Each person must have confirmed their address.",
    example: "ada@example.com, bob@example.com",
  },
  slack: {
    label: "Slack",
    hint: "The URL of an incoming webhook of your Slack app.",
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
  github: {
    label: "GitHub issues",
    hint: "A fine-grained token with write access to issues of the repository.",
    example: "github_pat_…",
  },
  linear: {
    label: "Linear issues",
    hint: "An API key of Linear.",
    example: "lin_api_…",
  },
};

export const labelOf = (kind: ChannelKind): string => KINDS[kind].label;
