import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Finder } from "../../src/redaction/kinds.ts";
import { KINDS } from "../../src/redaction/kinds.ts";
import { patternFinder } from "../../src/redaction/own-pattern.ts";
import { wordFinder } from "../../src/redaction/own-words.ts";
import { Redactor } from "../../src/redaction/redactor.ts";
import { leastProcessorMs } from "../suites/processor-time.ts";

const hash = (text: string) =>
  createHmac("sha256", "key of one project").update(text).digest("hex");
const redactor = (...own: Finder[]) => new Redactor({ kinds: KINDS, own }, hash);
const shown = (text: string, ...own: Finder[]) =>
  redactor(...own)
    .text(text)
    .replace(/:[bcdfghjklmnpqrst]{12}\]/g, "]")
    .replace(/\bPerson[bcdfghjklmnpqrst]{12}\b/g, "Person");
const jwt =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";

test.each([
  ["write to Alice.B+x@mail.example.co.uk.", "write to [email]."],
  ["<bob@example.com>, and 'carol@example.com'", "<[email]>, and '[email]'"],
  ["müller@bücher.example", "[email]"],
  ["call +49 (170) 123-4567 today", "call [phone] today"],
  ["0049 170 1234567 or (415) 555-0132 or 415-555-0132", "[phone] or [phone] or [phone]"],
  ["my phone is 4155550132", "my phone is [phone]"],
  ["card 4111 1111 1111 1111, 378282246310005", "card [card], [card]"],
  ["DE89 3704 0044 0532 0130 00 and gb82west12345698765432", "[iban] and [iban]"],
  ["from 192.168.10.20:8080 and 2001:db8::ff00:42:8329", "from [ip]:8080 and [ip]"],
  ["::ffff:10.20.30.40", "[ip]"],
  [`Bearer ${jwt}`, "Bearer [secret]"],
  ["AKIAIOSFODNN7EXAMPLE ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789", "[secret] [secret]"],
  ["api_key = 'q8Zr2mW0xPv5TnLd'", "api_key = '[secret]'"],
  ["-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY----- end", "[secret] end"],
  ["-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN", "[secret]"],
  [
    '{"to":"x\\nalice@example.com\\u0020","k":"a\\u0040b.org"}',
    '{"to":"x\\n[email]\\u0020","k":"[email]"}',
  ],
  [
    "４１１１ １１１１ １１１１ １１１１ und ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ",
    "[card] und [email]",
  ],
  ["ali\u200bce@example.com", "[email]"],
])("P40 redaction finds the personal values in %j", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  "on 2023-05-08 13:56:07, 05/08/2023, at 12:34:56",
  "version 1.2.3, lodash@4.17.21, user:alice@3, 1700000000, 0.1234567890",
  "the token count is 1234, a secret garden, std::vector, 4111 1111 1111 1112",
  "order 12345678, 3,141,592.65, DE89 3704 0044 0532 0130 01",
  "C++ dead::beef, ::1 and 127.0.0.1",
])("P41 redaction does not change %s", (text) => expect(redactor().text(text)).toBe(text));

test("P42 equal values get equal pseudonyms in any spelling; other values and other keys get different ones", () => {
  const made = redactor();
  expect(made.text("Alice@Example.com")).toBe(made.text("alice@example.com"));
  expect(made.text("+49 170 1234567")).toBe(made.text("+491701234567"));
  expect(made.text("0049 170 1234567")).toBe(made.text("+49 (170) 123-4567"));
  expect(made.text("alice@example.com")).not.toBe(made.text("alice@example.org"));
  const other = new Redactor({ kinds: KINDS, own: [] }, (text) =>
    createHmac("sha256", "another key").update(text).digest("hex"),
  );
  expect(other.text("alice@example.com")).not.toBe(made.text("alice@example.com"));
  expect(made.text("alice@example.com")).toMatch(/^\[email:[a-z]{12}\]$/);
});

function pattern(source: string): Finder {
  const made = patternFinder({ name: "order", pattern: source });
  if (!made.ok) throw new Error(made.fault.message);
  return made.value;
}

test("P43 matches of own patterns and word lists are replaced by the pattern's or list's name", () => {
  const people = wordFinder([{ name: "person", words: ["Jean-Luc Picard", "Caroline", "李明"] }]);
  expect(shown("Caroline's friend JEAN-LUC  picard, Carolines, 我是李明", people)).toBe(
    "Person's friend Person, Carolines, 我是Person",
  );
  expect(shown("see A-12345 and A-1, A-999", pattern("\\bA-\\d{3,5}\\b"))).toBe(
    "see [order] and A-1, [order]",
  );
  expect(shown("aaab ac", pattern("a+b|a"))).toBe("[order] [order]c");
});

test.each(["(a)\\1", "(?=a)b", "(", "a{1000}"])("P43 the pattern %s is refused", (source) => {
  expect(patternFinder({ name: "own", pattern: source }).ok).toBe(false);
});

const pieces = fc.constantFrom(
  ...["alice@example.com", "a@b", ".com", "+49 170 1234567", "4111 1111 1111 1111", "12", "-", " "],
  ...[
    "DE89370400440532013000",
    "192.168.1.20",
    "2001:db8::1:2",
    jwt,
    "token: ",
    "q8Zr2mW0xPv5TnLd",
  ],
  ...[
    "\\n",
    "\\u0040",
    "[email:bcdfghjklmnp]",
    "[",
    "]",
    ":",
    "x",
    "Caroline",
    "-----BEGIN ",
    "%40",
  ],
);
const texts = fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 6 })), {
  maxLength: 14,
});

test("P44 redacting a redacted text changes nothing", () => {
  const made = redactor(
    wordFinder([{ name: "person", words: ["Caroline"] }]),
    pattern("x\\d+|\\]:"),
  );
  fc.assert(
    fc.property(texts, (parts) => {
      const once = made.text(parts.join(""));
      expect(made.text(once)).toBe(once);
    }),
    { numRuns: 3_000 },
  );
});

test("P44 the recorded replacements map the original text to the redacted text", () => {
  const made = redactor();
  fc.assert(
    fc.property(texts, (parts) => {
      const original = parts.join("");
      const { text, replaced } = made.redact(original);
      let [at, stored] = [0, 0];
      for (const [start, was, now] of replaced) {
        expect(text.slice(stored, stored + start - at)).toBe(original.slice(at, start));
        stored += start - at + now;
        at = start + was;
      }
      expect(text.slice(stored)).toBe(original.slice(at));
    }),
  );
});

const HOSTILE = [
  ...[
    "@",
    "a@",
    "a.",
    "1",
    "1 ",
    "1.",
    ":",
    "a:",
    "::",
    "\\",
    "\\\\u",
    "token ",
    "-----BEGIN ",
    "eyJ",
  ],
  ...[
    "eyJaaaaaaaa.",
    "sk-",
    "+1",
    "(1",
    "DE12 ",
    "00 1 ",
    "phone ",
    "[email:",
    "%4",
    "\u200b",
    "a\uff11",
  ],
];

test.each(HOSTILE)("P45 the time is linear in a text that consists only of %j", (piece) => {
  const made = redactor(pattern("(a+)+b|1.*2"));
  const least = (rounds: number, chars: number) => {
    const text = piece.repeat(Math.ceil(chars / piece.length));
    return leastProcessorMs(rounds, () => made.redact(text));
  };
  least(1, 20_000);
  const [small, large] = [least(3, 10_000), least(2, 160_000)];
  // The large text is sixteen times as long; quadratic work would take 256 times as long.
  expect(large).toBeLessThan(80 * Math.max(small, 2));
});

test("P50 every token of a text without spaces is redacted", () => {
  const tokens = Array.from({ length: 9 }, (_, index) => `sk-${`${index}abcdefg`.repeat(3)}`);
  for (const separator of ["/", "=", "+", "."]) {
    expect(shown(tokens.join(separator))).toBe(tokens.map(() => "[secret]").join(separator));
  }
  expect(shown([jwt, ...tokens, jwt].join("/"))).not.toMatch(/sk-|eyJ/);
});
