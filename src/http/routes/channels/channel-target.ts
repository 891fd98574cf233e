import type { ChannelKind, UpdateChannel } from "../../../protocol/api/alerts/channels.ts";
import {
  type ChannelTarget,
  checkChannelUrl,
  PAGERDUTY_URL,
  shortAddress,
} from "../../../webhooks/channels/channel-address.ts";
import type { Services } from "../../context.ts";
import { ApiError } from "../../errors.ts";

type Given = Pick<UpdateChannel, "address" | "routingKey" | "recipients">;

/** The fields of each kind, the required one first. */
const FIELDS_OF: Record<ChannelKind, readonly [keyof Given, ...(keyof Given)[]]> = {
  ...{ slack: ["address"], teams: ["address"], discord: ["address"] },
  ...{ pagerduty: ["routingKey", "address"], email: ["recipients"] },
};
const TARGET_FIELDS = ["address", "routingKey", "recipients"] as const;

/** The target in both forms that are stored. @throws ApiError if it is missing or not allowed */
export async function storedTarget(kind: ChannelKind, given: Given, services: Services) {
  const target = targetOf(kind, given, services);
  return {
    address: shortAddress(target),
    sealed: await services.sealing.seal(JSON.stringify(target)),
  };
}

/** Whether the change gives a new target. */
export const givesTarget = ({ address, routingKey, recipients }: Given) =>
  address !== undefined || routingKey !== undefined || recipients !== undefined;

function targetOf(kind: ChannelKind, given: Given, services: Services): ChannelTarget {
  const { address, routingKey, recipients } = given;
  const fields = FIELDS_OF[kind];
  const other = TARGET_FIELDS.find((name) => given[name] !== undefined && !fields.includes(name));
  if (other !== undefined) {
    const message = `${other}: a channel of kind ${kind} has no such field. Leave it out.`;
    throw new ApiError("invalid_request", message);
  }
  const allowed = (text: string, service: Exclude<ChannelKind, "email">) => {
    const checked = checkChannelUrl(service, text, services.urlPolicy);
    if (!checked.ok) throw new ApiError("url_not_allowed", `address: ${checked.fault}`);
    return checked.value;
  };
  if (kind === "email" && recipients !== undefined) return { kind, recipients };
  if (kind === "pagerduty" && routingKey !== undefined) {
    return { kind, url: allowed(address ?? PAGERDUTY_URL, kind), routingKey };
  }
  if (kind !== "email" && kind !== "pagerduty" && address !== undefined) {
    return { kind, url: allowed(address, kind) };
  }
  const [field] = FIELDS_OF[kind];
  throw new ApiError(
    "invalid_request",
    `${field}: is missing. A channel of kind ${kind} needs it.`,
  );
}
