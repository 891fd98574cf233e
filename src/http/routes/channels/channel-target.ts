import type { ChannelKind, UpdateChannel } from "../../../protocol/api/alerts/channels.ts";
import {
  type ChannelTarget,
  checkChannelUrl,
  DEFAULT_URLS,
  shortAddress,
} from "../../../webhooks/channels/channel-address.ts";
import type { Services } from "../../context.ts";
import { ApiError } from "../../errors.ts";

type Given = Pick<
  UpdateChannel,
  "address" | "routingKey" | "recipients" | "repository" | "team" | "token"
>;

const FIELDS: Record<ChannelKind, readonly (keyof Given)[]> = {
  ...{ slack: ["address"], teams: ["address"], discord: ["address"] },
  ...{ pagerduty: ["routingKey"], email: ["recipients"] },
  ...{ github: ["repository", "token"], linear: ["team", "token"] },
};
const TARGET_FIELDS = ["address", ...Object.values(FIELDS).flat()] as const;
/**
 * Whether channels of this kind can have this field. Some kinds have a default URL. For such a
 * kind, `address` is allowed too, and replaces this URL.
 */
const takes = (kind: ChannelKind, field: keyof Given): boolean =>
  FIELDS[kind].includes(field) || (field === "address" && kind in DEFAULT_URLS);

/**
 * Returns the channel's target (such as its URL) in two forms: shortened for display, and
 * encrypted.
 */
export async function storedTarget(kind: ChannelKind, given: Given, services: Services) {
  const target = targetOf(kind, given, services);
  return {
    address: shortAddress(target),
    sealed: await services.sealing.seal(JSON.stringify(target)),
  };
}

export const givesTarget = (change: Given): boolean =>
  TARGET_FIELDS.some((field) => change[field] !== undefined);

function targetOf(kind: ChannelKind, given: Given, services: Services): ChannelTarget {
  const { address, routingKey, recipients, repository, team, token } = given;
  const other = TARGET_FIELDS.find((name) => given[name] !== undefined && !takes(kind, name));
  if (other !== undefined) {
    const message = `${other}: a channel of kind ${kind} has no such field. Leave it out.`;
    throw new ApiError("invalid_request", message);
  }
  const url = (fallback?: string) => {
    const text = address ?? fallback;
    if (text === undefined || kind === "email") throw missing(kind, "address");
    const checked = checkChannelUrl(kind, text, services.urlPolicy);
    if (!checked.ok) throw new ApiError("url_not_allowed", `address: ${checked.fault}`);
    return checked.value;
  };
  for (const field of FIELDS[kind]) if (given[field] === undefined) throw missing(kind, field);
  switch (kind) {
    case "email":
      return { kind, recipients: recipients ?? [] };
    case "pagerduty":
      return { kind, url: url(DEFAULT_URLS[kind]), routingKey: routingKey ?? "" };
    case "github":
      return {
        kind,
        url: url(DEFAULT_URLS[kind]),
        repository: repository ?? "",
        token: token ?? "",
      };
    case "linear":
      return { kind, url: url(DEFAULT_URLS[kind]), team: team ?? "", token: token ?? "" };
    default:
      return { kind, url: url() };
  }
}

const missing = (kind: ChannelKind, field: keyof Given) =>
  new ApiError(
    "invalid_request",
    `${field}: is missing. A channel of kind ${kind} needs ${FIELDS[kind].join(" and ")}.`,
  );
