import fc from "fast-check";
import { expect, test } from "vitest";
import { hextets, NOT_PUBLIC, toNumber, toOctets } from "./support/addresses.ts";
import { isAllowed } from "./support/url-policies.ts";

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

test("W2 an address outside the public internet is refused in every spelling", () => {
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

test("W2 the first and last address of every reserved block are refused", () => {
  const allowed = NOT_PUBLIC.flat().filter((octets) => isAllowed(`https://${octets.join(".")}/`));
  expect(allowed).toEqual([]);
});

test("W3 an IPv6 address that embeds an IPv4 address is refused", () => {
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

test("W5 an IPv4 address is allowed exactly if it is in no reserved block", () => {
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
