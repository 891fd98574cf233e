import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEndpointUrl } from "../../src/webhooks/url-policy.ts";

const PRODUCTION = { development: false, ownHosts: ["memtrace.example.com"] };
const DEVELOPMENT = { development: true, ownHosts: ["localhost"] };

const isAllowed = (url: string) => checkEndpointUrl(url, PRODUCTION).ok;

type Octets = readonly [number, number, number, number];

/** First and last address of every block that is not on the public internet. */
const NOT_PUBLIC: readonly (readonly [Octets, Octets])[] = [
  [
    [0, 0, 0, 0],
    [0, 255, 255, 255],
  ],
  [
    [10, 0, 0, 0],
    [10, 255, 255, 255],
  ],
  [
    [100, 64, 0, 0],
    [100, 127, 255, 255],
  ],
  [
    [127, 0, 0, 0],
    [127, 255, 255, 255],
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
    [192, 0, 0, 0],
    [192, 0, 0, 255],
  ],
  [
    [192, 0, 2, 0],
    [192, 0, 2, 255],
  ],
  [
    [192, 168, 0, 0],
    [192, 168, 255, 255],
  ],
  [
    [198, 18, 0, 0],
    [198, 19, 255, 255],
  ],
  [
    [198, 51, 100, 0],
    [198, 51, 100, 255],
  ],
  [
    [203, 0, 113, 0],
    [203, 0, 113, 255],
  ],
  [
    [224, 0, 0, 0],
    [239, 255, 255, 255],
  ],
  [
    [240, 0, 0, 0],
    [255, 255, 255, 255],
  ],
];

const toNumber = ([a, b, c, d]: Octets) => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
const toOctets = (value: number): Octets => [
  Math.floor(value / 2 ** 24),
  Math.floor(value / 2 ** 16) % 256,
  Math.floor(value / 2 ** 8) % 256,
  value % 256,
];

const notPublicAddress = fc
  .constantFrom(...NOT_PUBLIC)
  .chain(([first, last]) => fc.integer({ min: toNumber(first), max: toNumber(last) }));

const PART_SPELLINGS = [
  (part: number) => String(part),
  (part: number) => `0x${part.toString(16)}`,
  (part: number) => `0X${part.toString(16).toUpperCase()}`,
  (part: number) => `0x0000${part.toString(16)}`,
  (part: number) => `0${part.toString(8)}`,
  (part: number) => `000${part.toString(8)}`,
];

/** Any inet_aton spelling: one to four parts, each decimal, hexadecimal or octal. */
const v4Spelling = (value: number) => {
  const [a, b, c, d] = toOctets(value);
  const splits = [[value], [a, value % 2 ** 24], [a, b, value % 2 ** 16], [a, b, c, d]];
  return fc
    .tuple(
      fc.constantFrom(...splits),
      fc.array(fc.constantFrom(...PART_SPELLINGS), { minLength: 4, maxLength: 4 }),
      fc.constantFrom("", "."),
      fc.constantFrom(
        (text: string) => text,
        (text: string) =>
          text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
        (text: string) => text.replaceAll(".", "。"),
        (text: string) => text.replace(/\d/, (digit) => `%3${digit}`),
      ),
    )
    .map(([parts, spell, dot, disguise]) =>
      disguise(parts.map((part, i) => (spell[i] ?? String)(part)).join(".") + dot),
    );
};

const hextets = (value: number) => {
  const high = Math.floor(value / 2 ** 16).toString(16);
  const low = (value % 2 ** 16).toString(16);
  return `${high}:${low}`;
};

const V6_EMBEDDINGS = [
  (v: number) => `::ffff:${hextets(v)}`,
  (v: number) => `::ffff:${toOctets(v).join(".")}`,
  (v: number) => `0:0:0:0:0:FFFF:${hextets(v)}`,
  (v: number) => `::${toOctets(v).join(".")}`,
  (v: number) => `::ffff:0:${hextets(v)}`,
  (v: number) => `64:ff9b::${hextets(v)}`,
  (v: number) => `64:ff9b:1::${hextets(v)}`,
  (v: number) => `2002:${hextets(v)}::1`,
  (v: number) => `2001:0:1:2:3:4:${hextets(v)}`,
];

/** What names end with that only one network knows, or nobody. */
const NETWORK_DOMAINS = [
  ...["svc", "default", "cluster.local", "svc.cluster.local", "pod", "k8s", "docker", "consul"],
  ...["nomad", "internal", "docker.internal", "local", "localhost", "localdomain", "lan", "home"],
  ...["corp", "mail", "intranet", "private", "home.arpa", "arpa", "in-addr.arpa", "test"],
  ...["example", "invalid", "onion", "alt", "workgroup", "domain", "dhcp", "router"],
];

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);

/** Spellings that the parser of addresses reads as the same name. */
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

describe("the policy for endpoint addresses", () => {
  test.each([
    "http://example.com/hook",
    "ftp://example.com/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:pass@example.com/",
    "https://example.com:80/",
    "https://example.com:22/",
    "example.com/hook",
    "/hook",
    "",
    "https://",
  ])("W1 %s is refused", (url) => {
    expect(isAllowed(url)).toBe(false);
  });

  test("W1 no other port and no user name is allowed, whatever the host", () => {
    const part = fc.string({ minLength: 1 }).map(encodeURIComponent);
    const credentials = fc.oneof(
      part.map((user) => `${user}@`),
      fc.tuple(fc.option(part, { nil: "" }), part).map(([user, word]) => `${user}:${word}@`),
    );
    const port = fc.integer({ min: 1, max: 65_535 }).filter((each) => each !== 443);
    const host = fc.constantFrom("example.com", "8.8.8.8", "[2606:4700:4700::1111]");
    fc.assert(
      fc.property(host, port, credentials, (name, number, user) => {
        expect(isAllowed(`https://${name}:${number}/`)).toBe(number === 8443);
        expect(isAllowed(`https://${user}${name}/`)).toBe(false);
      }),
    );
  });

  test("W2 no spelling of an address outside the public internet is allowed", () => {
    fc.assert(
      fc.property(
        notPublicAddress.chain((value) => v4Spelling(value)),
        fc.constantFrom("", ":443", ":8443"),
        (host, port) => {
          expect(isAllowed(`https://${host}${port}/hook`)).toBe(false);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("W2 the first and the last address of every block is refused", () => {
    const allowed = NOT_PUBLIC.flat().filter((octets) => isAllowed(`https://${octets.join(".")}/`));
    expect(allowed).toEqual([]);
  });

  test("W3 no IPv4 address is reachable through IPv6 that embeds it", () => {
    fc.assert(
      fc.property(
        fc.oneof(notPublicAddress, fc.integer({ min: 0, max: 2 ** 32 - 1 })),
        fc.constantFrom(...V6_EMBEDDINGS),
        (value, embed) => {
          expect(isAllowed(`https://[${embed(value)}]/`)).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[fe80::1]",
    "[fec0::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "[100::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[4000::1]",
    "[5f00::1]",
    "[fe80::1%25eth0]",
    "[2001:20::1]",
    "[2001:2::1]",
    "[2002:7f00:1::]",
    "[::ffff:127.1]",
    "[::ffff:0x7f000001]",
  ])("W3 %s is refused", (host) => {
    expect(isAllowed(`https://${host}/`)).toBe(false);
  });

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

  test("W4 a name of one label is refused, also one of a public top-level domain", () => {
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
  ])("W4 %s is refused, as no name of DNS", (host) => {
    expect(isAllowed(`https://${host}/`)).toBe(false);
  });

  test("W4 the reason names what is wrong with the name", () => {
    const reasonOf = (url: string) => {
      const verdict = checkEndpointUrl(url, PRODUCTION);
      return verdict.ok ? undefined : verdict.reason;
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

  test("W58 no name that spells a private address in any way is allowed", () => {
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
    ...["--ffff-127-0-0-1.sslip.io", "7f000001.c0a80001.rbndr.us", "x-127-0-0-1.x.nip.io"],
  ])("W58 %s is refused", (host) => {
    expect(isAllowed(`https://${host}/`)).toBe(false);
  });

  test("W58 the reason names the address", () => {
    expect(checkEndpointUrl("https://a-7f000001.nip.io/", PRODUCTION)).toEqual({
      ok: false,
      reason: "The host's name contains the private address 127.0.0.1. Use a name without one.",
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

  test("W4 a name that only ends like an own host is not one", () => {
    expect(isAllowed("https://notmemtrace.example.com/")).toBe(true);
  });

  test.each([
    ["https://Example.com/Hook?a=1", "https://example.com/Hook?a=1"],
    ["https://example.com:443/", "https://example.com/"],
    ["https://example.com:8443/x", "https://example.com:8443/x"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://134744072/", "https://8.8.8.8/"],
    ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
    ["https://bücher.de/", "https://xn--bcher-kva.de/"],
    ["https://例え.みんな/", "https://xn--r8jz45g.xn--q9jyb4c/"],
    ["https://hooks.example.com./", "https://hooks.example.com./"],
    ["https://a.b.c.co.uk/", "https://a.b.c.co.uk/"],
    ["https://default.dev/", "https://default.dev/"],
    ["https://svc.zone/", "https://svc.zone/"],
    ["https://internal.example.com/", "https://internal.example.com/"],
  ])("W5 %s is allowed", (url, normalised) => {
    expect(checkEndpointUrl(url, PRODUCTION)).toEqual({ ok: true, url: normalised });
  });

  test("W5 an IPv4 address is allowed exactly if no reserved block contains it", () => {
    const special = [
      [toNumber([192, 88, 99, 0]), toNumber([192, 88, 99, 255])],
      [toNumber([192, 175, 48, 0]), toNumber([192, 175, 48, 255])],
      [toNumber([192, 31, 196, 0]), toNumber([192, 31, 196, 255])],
      [toNumber([192, 52, 193, 0]), toNumber([192, 52, 193, 255])],
      [toNumber([168, 63, 129, 16]), toNumber([168, 63, 129, 16])],
      ...NOT_PUBLIC.map(([first, last]) => [toNumber(first), toNumber(last)]),
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
        const inBlock = special.some(([first = 0, last = 0]) => value >= first && value <= last);
        expect(isAllowed(`https://${toOctets(value).join(".")}/`)).toBe(!inBlock);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    "http://localhost:9999/",
    "http://127.0.0.1:8080/x",
    "https://[::1]:1/",
    "http://a.localhost/",
  ])("W6 development allows %s", (url) => {
    expect(checkEndpointUrl(url, DEVELOPMENT).ok).toBe(true);
  });

  test.each([
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/",
    "http://0.0.0.0/",
    "http://[::ffff:a00:1]/",
    "http://printer.local/",
    "http://user@localhost/",
    "ftp://localhost/",
  ])("W6 development refuses %s", (url) => {
    expect(checkEndpointUrl(url, DEVELOPMENT).ok).toBe(false);
  });

  test("W6 the policy never throws, and it allows an allowed address again", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `https://${s}`),
        ),
        (text) => {
          const verdict = checkEndpointUrl(text, PRODUCTION);
          if (verdict.ok) expect(checkEndpointUrl(verdict.url, PRODUCTION)).toEqual(verdict);
          else expect(verdict.reason).toMatch(/\.$/);
        },
      ),
    );
  });
});
