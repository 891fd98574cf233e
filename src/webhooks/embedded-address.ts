/**
 * Finds a private address inside a public host name, such as `127.0.0.1.nip.io`. Wildcard DNS
 * services resolve such a name to the address in it. Public addresses in a name are allowed.
 */
import ipaddr from "ipaddr.js";

const OCTETS = 4;
const MAX_OCTET = 255;
const MAX_IPV4 = 2 ** 32 - 1;

const INTERNAL_RANGES = new Set([
  ...["private", "loopback", "linkLocal", "carrierGradeNat", "uniqueLocal"],
  // An address in these IPv6 ranges stands for the IPv4 address that is a part of it. A public host
  // name has no good reason to contain such an IPv6 address, so the name is refused.
  ...["ipv4Mapped", "rfc6145", "rfc6052", "6to4", "teredo"],
]);
/** `0.0.0.0` and `::` lead to the machine itself. Other addresses of 0.0.0.0/8 lead nowhere. */
const UNSPECIFIED = new Set(["0.0.0.0", "::"]);
/**
 * Azure's instance metadata service. The address is in a public range, but no other server uses it.
 */
export const AZURE_METADATA_ADDRESS = "168.63.129.16";
/**
 * This range is reserved for protocols. No public host has an address in this range, but the
 * metadata service of Oracle's cloud has one.
 */
const PROTOCOL_ASSIGNMENTS = ipaddr.IPv4.parseCIDR("192.0.0.0/24");

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

/**
 * Yields the IPv4 addresses in a name: four numbers between dots or hyphens, or one 32-bit number.
 */
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

/** Parses a number as `inet_aton` does: `0x` begins a hexadecimal number, `0` an octal number. */
function octalOrHex(text: string): number {
  if (/^0x[0-9a-f]+$/.test(text)) return Number(text);
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : decimal(text);
}

/**
 * Parses an IPv4 address that is written as one decimal number. A number with fewer than eight
 * digits is ignored: its address begins with `0.`, and such addresses lead nowhere.
 */
function wholeDecimal(text: string): number {
  return /^\d{8,10}$/.test(text) ? Number(text) : Number.NaN;
}

function wholeHex(text: string): number {
  const digits = /^(?:0x)?([0-9a-f]{8})$/.exec(text)?.[1];
  return digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
}

/**
 * Yields the IPv6 addresses in a name. Such an address is in one part between dots, and has hyphens
 * in the place of colons. The part can contain other words too, as in `app-fe80--1`.
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
