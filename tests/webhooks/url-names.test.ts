import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEndpointUrl } from "../../src/webhooks/url-policy.ts";
import { hextets, type Octets, toNumber, toOctets } from "./support/addresses.ts";
import { isAllowed, PRODUCTION } from "./support/url-policies.ts";

/** Domain endings that only one network resolves, or that no network resolves. */
const NETWORK_DOMAINS = [
  ...["svc", "default", "cluster.local", "svc.cluster.local", "pod", "k8s", "docker", "consul"],
  ...["nomad", "internal", "docker.internal", "local", "localhost", "localdomain", "lan", "home"],
  ...["corp", "mail", "intranet", "private", "home.arpa", "arpa", "in-addr.arpa", "test"],
  ...["example", "invalid", "onion", "alt", "workgroup", "domain", "dhcp", "router"],
];

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);

/** Spellings that the URL parser reads as the same name. */
const disguise = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => `${name}.`,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(".", "。"),
  (name) => name.replaceAll(".", "．"),
  (name) => name.replaceAll(".", "｡"),
  (name) => name.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  (name) => name.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (name) => name.replace(/^./, (letter) => `${letter}\u00ad`),
);

test.each([
  "localhost",
  "LOCALHOST",
  "localhost.",
  "localhost..",
  "api.localhost",
  "printer.local",
  "printer.local.",
  "metadata",
  "metadata.google.internal",
  "instance-data",
  "instance-data.ec2.internal",
  "168.63.129.16",
  "router.lan",
  "nas.home.arpa",
  "intranet",
  "ｌｏｃａｌｈｏｓｔ",
  "local%68ost",
  "memtrace.example.com",
  "MemTrace.Example.com.",
  "eu.memtrace.example.com",
])("W4 %s is refused", (host) => {
  expect(isAllowed(`https://${host}/`)).toBe(false);
});

test("W4 only names below a public top-level domain are allowed, in any spelling", () => {
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 3 }),
      fc.oneof(
        fc.constantFrom(...NETWORK_DOMAINS),
        label.map((name) => `${name}zqx`),
      ),
      disguise,
      fc.constantFrom("", ":443", ":8443"),
      (labels, domain, disguised, port) => {
        const url = `https://${disguised([...labels, domain].join("."))}${port}/hook`;
        expect(isAllowed(url)).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("W4 a name with one label is refused, even if it is a public top-level domain", () => {
  fc.assert(
    fc.property(fc.oneof(label, fc.constantFrom("com", "io", "dev")), disguise, (name, hide) => {
      expect(isAllowed(`https://${hide(name)}/`)).toBe(false);
    }),
  );
});

test.each([
  "a..com",
  ".example.com",
  "example.com..",
  `${"a".repeat(64)}.com`,
  `${"abcdefgh.".repeat(28)}example.com`,
])("W4 %s is refused because it is no DNS name", (host) => {
  expect(isAllowed(`https://${host}/`)).toBe(false);
});

test("W4 the reason says what is wrong with the name", () => {
  const reasonOf = (url: string) => {
    const verdict = checkEndpointUrl(url, PRODUCTION);
    return verdict.ok ? undefined : verdict.fault;
  };
  const wrong = "The host must be a public name, not one of a local network:";
  expect(reasonOf("https://kubernetes.default/")).toBe(
    `${wrong} .default is no public top-level domain.`,
  );
  expect(reasonOf("https://metadata/")).toBe(`${wrong} it has no domain.`);
});

const SPELLED_IN_NAMES = [
  (octets: Octets) => octets.join("."),
  (octets: Octets) => octets.join("-"),
  (octets: Octets) => octets.map((octet) => `0x${octet.toString(16)}`).join("-"),
  (octets: Octets) => octets.map((octet) => `0${octet.toString(8)}`).join("."),
  (octets: Octets) => octets.map((octet) => `${octet}`.padStart(3, "0")).join("-"),
  (octets: Octets) => toNumber(octets).toString(16).padStart(8, "0"),
  (octets: Octets) => `0x${toNumber(octets).toString(16).padStart(8, "0")}`,
  (octets: Octets) => `${toNumber(octets)}`,
  (octets: Octets) => `--ffff-${hextets(toNumber(octets)).replace(":", "-")}`,
];

const around = fc.constantFrom(
  ...[
    ["", ""],
    ["app.", ""],
    ["app-", ""],
    ["a.b-", "-rr"],
    ["", ".x"],
    ["make-", "-and.more"],
  ],
);

const wildcard = fc.constantFrom("nip.io", "sslip.io", "1u.ms", "rbndr.us", "example.com");

test("W58 a name that contains a private address in any spelling is refused", () => {
  const internal = fc
    .constantFrom<readonly [Octets, Octets]>(
      [
        [10, 0, 0, 0],
        [10, 255, 255, 255],
      ],
      [
        [127, 0, 0, 0],
        [127, 255, 255, 255],
      ],
      [
        [100, 64, 0, 0],
        [100, 127, 255, 255],
      ],
      [
        [169, 254, 0, 0],
        [169, 254, 255, 255],
      ],
      [
        [172, 16, 0, 0],
        [172, 31, 255, 255],
      ],
      [
        [192, 168, 0, 0],
        [192, 168, 255, 255],
      ],
    )
    .chain(([first, last]) => fc.integer({ min: toNumber(first), max: toNumber(last) }));
  fc.assert(
    fc.property(
      internal,
      fc.constantFrom(...SPELLED_IN_NAMES),
      around,
      wildcard,
      disguise,
      (value, spell, [before = "", after = ""], service, hide) => {
        const name = `${before}${spell(toOctets(value))}${after}.${service}`;
        expect(isAllowed(`https://${hide(name)}/hook`)).toBe(false);
      },
    ),
    { numRuns: 3_000 },
  );
});

test.each([
  ...["0.0.0.0.nip.io", "00000000.nip.io", "--1.sslip.io", "0--1.sslip.io", "--.sslip.io"],
  ...["fe80--1.sslip.io", "www-fd00--1.sslip.io", "0-0-0-0-0-0-0-1.sslip.io"],
  ...["168.63.129.16.nip.io", "a83f8110.nip.io", "192.0.0.192.nip.io", "x-192-0-0-192.nip.io"],
  ...["--ffff-127-0-0-1.sslip.io", "7f000001.c0a80001.rbndr.us", "x-127-0-0-1.x.nip.io"],
])("W58 %s is refused", (host) => {
  expect(isAllowed(`https://${host}/`)).toBe(false);
});

test("W58 the reason names the address", () => {
  expect(checkEndpointUrl("https://a-7f000001.nip.io/", PRODUCTION)).toEqual({
    ok: false,
    fault: "The host's name contains the private address 127.0.0.1. Use a name without one.",
  });
});

test.each([
  ...["ec2-54-1-2-3.compute-1.amazonaws.com", "8.8.8.8.nip.io", "08080808.nip.io"],
  ...["v1-2-3.example.com", "10-0-0.example.com", "deadbeef.pages.dev", "20261122.example.com"],
  ...["xn--bcher-kva.example.com", "a--1.example.com", "cafe--2.example.com", "127.example.com"],
  ...["2001-4860-4860--8888.sslip.io", "my-app-1-0-0.example.com", "webhook-10.example.com"],
])("W58 %s is allowed", (host) => {
  expect(isAllowed(`https://${host}/`)).toBe(true);
});

test("W4 a name that merely ends like one of the service's own hosts is not one", () => {
  expect(isAllowed("https://notmemtrace.example.com/")).toBe(true);
});
