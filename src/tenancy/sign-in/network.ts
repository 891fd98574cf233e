/**
 * Finds the network to which an attempt belongs. This is an IPv4 address, or the IPv6 network of
 * one customer.
 */
import ipaddr from "ipaddr.js";

const CUSTOMER_PREFIX_BITS = 64;

/**
 * Returns an IPv4 address unchanged. For an IPv6 address that contains an IPv4 address, returns the
 * IPv4 address. For any other IPv6 address, returns its /64 network. Any other text gives
 * `unknown`.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const bytes = parsed.toByteArray();
  const embedded = embeddedIpv4(parsed.range(), bytes);
  if (embedded !== undefined) return embedded.join(".");
  const customer = bytes.map((byte, at) => (at < CUSTOMER_PREFIX_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(customer).toString()}/${CUSTOMER_PREFIX_BITS}`;
}

function embeddedIpv4(range: string, bytes: readonly number[]): readonly number[] | undefined {
  if (range === "rfc6052") return bytes.slice(12);
  if (range === "6to4") return bytes.slice(2, 6);
  return undefined;
}
