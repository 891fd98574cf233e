/**
 * The address to which a channel sends messages. It is secret, so people see only a shortened form.
 */
import type { ChannelKind } from "../../protocol/api/alerts/channels.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import type { GitHubTarget } from "../trackers/github.ts";
import type { LinearTarget } from "../trackers/linear.ts";
import { checkEndpointUrl, type UrlPolicy } from "../url-policy.ts";

/**
 * The target is stored encrypted, because a chat service accepts messages from anyone who knows the
 * address.
 */
export type ChannelTarget =
  | { readonly kind: ChatKind; readonly url: string }
  | { readonly kind: "pagerduty"; readonly url: string; readonly routingKey: string }
  | { readonly kind: "email"; readonly recipients: readonly string[] }
  | ({ readonly kind: "github" } & GitHubTarget)
  | ({ readonly kind: "linear" } & LinearTarget);

export type ChatKind = "slack" | "teams" | "discord";
/** Channels that send each message in one request. E-mails and issue trackers work differently. */
export type MessageTarget = Extract<ChannelTarget, { kind: ChatKind | "pagerduty" }>;
export type TrackerTarget = Extract<ChannelTarget, { kind: "github" | "linear" }>;

/** Default API addresses. PagerDuty accounts in Europe use `events.eu.pagerduty.com` instead. */
export const DEFAULT_URLS = {
  pagerduty: "https://events.pagerduty.com/v2/enqueue",
  github: "https://api.github.com/",
  linear: "https://api.linear.app/graphql",
} as const;

interface Service {
  readonly name: string;
  /** Allowed host names. A name that begins with a dot allows all its subdomains. */
  readonly hosts: readonly string[];
  readonly path: RegExp;
  readonly example: string;
}

const SERVICES: Record<Exclude<ChannelKind, "email">, Service> = {
  slack: {
    name: "Slack",
    hosts: ["hooks.slack.com", "hooks.slack-gov.com"],
    path: /^\/(?:services|triggers|workflows)\/./,
    example: "https://hooks.slack.com/services/…",
  },
  teams: {
    name: "Microsoft Teams",
    hosts: [".logic.azure.com", ".api.powerplatform.com"],
    path: /\/workflows\/./,
    example: "https://….api.powerplatform.com/…/workflows/…",
  },
  discord: {
    name: "Discord",
    hosts: ["discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"],
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/./,
    example: "https://discord.com/api/webhooks/…",
  },
  pagerduty: {
    name: "PagerDuty",
    hosts: ["events.pagerduty.com", "events.eu.pagerduty.com"],
    path: /^\/v2\/enqueue$/,
    example: DEFAULT_URLS.pagerduty,
  },
  github: {
    name: "GitHub",
    hosts: ["api.github.com"],
    path: /^\/$/,
    example: DEFAULT_URLS.github,
  },
  linear: {
    name: "Linear",
    hosts: ["api.linear.app"],
    path: /^\/graphql$/,
    example: DEFAULT_URLS.linear,
  },
};

/**
 * Returns the normalised address, or a sentence that tells people why it is refused. In
 * development, the address of a server on this machine is also accepted.
 */
export function checkChannelUrl(
  kind: Exclude<ChannelKind, "email">,
  text: string,
  policy: UrlPolicy,
): Result<string, string> {
  const checked = checkEndpointUrl(text, policy);
  if (!checked.ok) return checked;
  const url = new URL(checked.value);
  if (policy.development && isThisMachine(url.hostname)) return checked;
  const { name, hosts, path, example } = SERVICES[kind];
  const isHost = hosts.some((host) =>
    host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host,
  );
  if (url.protocol !== "https:" || url.port !== "" || !isHost || !path.test(url.pathname)) {
    return failure(`This is no address of a ${name} webhook. One begins like ${example}`);
  }
  return success(url.href);
}

/**
 * Returns the form of the address that people see. They see only the last four characters of a
 * secret.
 */
export function shortAddress(target: ChannelTarget): string {
  if (target.kind === "email") return `mailto:${target.recipients.join(",")}`;
  const { origin, pathname } = new URL(target.url);
  switch (target.kind) {
    case "github":
      return `${target.repository} (token …${target.token.slice(-4)})`;
    case "linear":
      return `team ${target.team} (token …${target.token.slice(-4)})`;
    case "pagerduty":
      return `${origin}/…${target.routingKey.slice(-4)}`;
    default:
      return `${origin}/…${secretOf(target.url, pathname).slice(-4)}`;
  }
}

/** A Teams workflow has its secret in the query parameter `sig`, other services in the path. */
function secretOf(url: string, pathname: string): string {
  return new URL(url).searchParams.get("sig") ?? pathname;
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
