/**
 * Finds a private address inside a public name, such as `127.0.0.1.nip.io`. Wildcard DNS services
 * resolve such a name to the address that it contains. A name may contain a public address.
 */
import ipaddr from "ipaddr.js";

const OCTETS = 4;
const MAX_OCTET = 255;
const MAX_IPV4 = 2 ** 32 - 1;

const INTERNAL_RANGES = new Set([
  ...["private", "loopback", "linkLocal", "carrierGradeNat", "uniqueLocal"],
  // These IPv6 ranges embed an IPv4 address. A name contains an address of these ranges only if it
  // should lead to that address.
  ...["ipv4Mapped", "rfc6145", "rfc6052", "6to4", "teredo"],
]);
/** These two addresses lead to the machine itself. No other address of 0.0.0.0/8 leads anywhere. */
const UNSPECIFIED = new Set(["0.0.0.0", "::"]);
/**
 * This address is in a public range, but only the instance metadata service of Azure answers there.
 */
export const AZURE_METADATA_ADDRESS = "168.63.129.16";
/**
 * This range is reserved for protocols, not for hosts. The instance metadata service of Oracle uses
 * an address in this range.
 */
const PROTOCOL_ASSIGNMENTS = ipaddr.IPv4.parseCIDR("192.0.0.0/24");

/**
 * Returns the first private, loopback or link-local address in the name; undefined if there is
 * none.
 */
export function internalAddressIn(host: string): string | undefined {
  const found = [...ipv4In(host), ...ipv6In(host)];
  return found.find(isInternal)?.toString();
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isInternal(address: Address): boolean {
  const written = address.toString();
  return (
    INTERNAL_RANGES.has(address.range()) ||
    UNSPECIFIED.has(written) ||
    written === AZURE_METADATA_ADDRESS ||
    (address instanceof ipaddr.IPv4 && address.match(PROTOCOL_ASSIGNMENTS))
  );
}

/** Finds four numbers between dots or hyphens, or one number of 32 bits. */
function* ipv4In(host: string): Generator<Address> {
  const parts = host.split(/[.-]/);
  for (const base of [decimal, octalOrHex]) {
    const octets = parts.map(base);
    for (let start = 0; start + OCTETS <= octets.length; start++) {
      const some = octets.slice(start, start + OCTETS);
      if (some.every((octet) => octet <= MAX_OCTET)) yield new ipaddr.IPv4(some);
    }
  }
  for (const value of parts.flatMap((part) => [wholeHex(part), wholeDecimal(part)])) {
    if (value <= MAX_IPV4) yield ipaddr.IPv4.parse(`${value}`);
  }
}

function decimal(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Parses a number as `inet_aton` does. The prefix decides whether the number is octal or
 * hexadecimal.
 */
function octalOrHex(text: string): number {
  if (/^0x[0-9a-f]+$/.test(text)) return Number(text);
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : decimal(text);
}

/**
 * Parses a decimal number of 32 bits. Numbers with fewer digits are addresses in 0.0.0.0/8, which
 * lead nowhere.
 */
function wholeDecimal(text: string): number {
  return /^\d{8,10}$/.test(text) ? Number(text) : Number.NaN;
}

function wholeHex(text: string): number {
  const digits = /^(?:0x)?([0-9a-f]{8})$/.exec(text)?.[1];
  return digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
}

/**
 * Finds an address within one label. The label has hyphens instead of colons, and may contain other
 * words, as in `app-fe80--1`.
 */
function* ipv6In(host: string): Generator<Address> {
  for (const label of host.split(".")) {
    const parts = label.split("-");
    for (let start = 0; start < parts.length; start++) {
      for (let end = start + 3; end <= parts.length; end++) {
        const text = parts.slice(start, end).join(":");
        if (ipaddr.IPv6.isValid(text)) yield ipaddr.IPv6.parse(text);
      }
    }
  }
}
