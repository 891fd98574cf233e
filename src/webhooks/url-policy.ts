/**
 * Decides which addresses a person can enter for webhooks and models. The service must not send
 * requests to private addresses, but an IPv4 address can be written in many ways. The `URL` parser
 * already turns all of them into the form with dots. This file also recognises IPv6 addresses that
 * contain an IPv4 address, names with a dot at the end, and names that exist only in one network.
 * A public name can have a DNS record with a private address. This code cannot resolve names, and
 * cannot control which address `fetch` connects to. So it refuses such a name only if the name
 * itself contains the address. The network of the service must block private addresses.
 */

import ipaddr from "ipaddr.js";
import { failure, type Result, success } from "../protocol/result.ts";
import { AZURE_METADATA_ADDRESS, internalAddressIn } from "./embedded-address.ts";
import { isTopLevelDomain } from "./top-level-domains.ts";

export interface UrlPolicy {
  /** Allows http, every port, and loopback addresses. Other private addresses stay forbidden. */
  readonly development: boolean;
  /**
   * Host names of this installation, without ports. Addresses with such a host, or a subdomain of
   * it, are refused.
   */
  readonly ownHosts: readonly string[];
}

/**
 * The address in normalized form. If the address is refused, a sentence for the person who entered
 * it.
 */
export type UrlVerdict = Result<string, string>;

/** The empty text stands for the default port of the scheme. */
const PRODUCTION_PORTS = ["", "443", "8443"];

/**
 * Names under this top-level domain are not public hosts. They serve reverse DNS lookups and home
 * networks (`home.arpa`).
 */
const INFRASTRUCTURE = "arpa";

/** Matches a DNS name: each label has at most 63 characters, and the whole name at most 253. */
const DNS_NAME = /^(?=.{1,253}$)[^.]{1,63}(?:\.[^.]{1,63})*$/;

/**
 * The range of the public IPv6 addresses. All other IPv6 addresses are refused. Inside this range
 * are smaller ranges for which ipaddr.js has a name. Addresses in these smaller ranges are refused
 * too, because some of the smaller ranges contain IPv4 addresses.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether the service may send requests to this address. Call this before every attempt, because
 * the rules can change in between.
 */
export function checkEndpointUrl(text: string, policy: UrlPolicy): UrlVerdict {
  const url = parseUrl(text);
  if (url === null)
    return failure("The address is not a complete URL such as https://example.com/hook.");
  if (url.protocol !== "https:" && !(policy.development && url.protocol === "http:")) {
    return failure("The address must begin with https://.");
  }
  if (url.username !== "" || url.password !== "") {
    return failure("The address must not hold a user name or password.");
  }
  if (!policy.development && !PRODUCTION_PORTS.includes(url.port)) {
    return failure("The port must be 443 or 8443.");
  }
  const host = bareHost(url.hostname);
  const reason =
    policy.development && isLoopback(host) ? null : refusalOfHost(host, policy.ownHosts);
  return reason === null ? success(url.href) : failure(reason);
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Returns the host name in lower case. Removes the brackets of an IPv6 address, and a dot at the
 * end.
 */
function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

function refusalOfHost(host: string, ownHosts: readonly string[]): string | null {
  if (ownHosts.some((own) => isAtOrBelow(host, bareHost(own)))) {
    return "The address must not be one of this service itself.";
  }
  if (ipaddr.isValid(host)) {
    return isPublicAddress(host)
      ? null
      : "The address must be on the public internet, not private, local or reserved.";
  }
  return refusalOfName(host);
}

function refusalOfName(host: string): string | null {
  if (!DNS_NAME.test(host)) return "The host is not a name that DNS could hold.";
  const labels = host.split(".");
  const top = labels.at(-1) ?? "";
  if (labels.length === 1 || top === INFRASTRUCTURE || !isTopLevelDomain(top)) {
    return `The host must be a public name, not one of a local network: ${
      labels.length > 1 ? `.${top} is no public top-level domain` : "it has no domain"
    }.`;
  }
  const internal = internalAddressIn(host);
  return internal === undefined
    ? null
    : `The host's name contains the private address ${internal}. Use a name without one.`;
}

function isAtOrBelow(host: string, parent: string): boolean {
  return host === parent || host.endsWith(`.${parent}`);
}

function isPublicAddress(host: string): boolean {
  const address = ipaddr.parse(host);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv6"
    ? address.match(GLOBAL_UNICAST[0], GLOBAL_UNICAST[1])
    : address.toString() !== AZURE_METADATA_ADDRESS;
}

function isLoopback(host: string): boolean {
  if (ipaddr.isValid(host)) return ipaddr.parse(host).range() === "loopback";
  return isAtOrBelow(host, "localhost");
}
