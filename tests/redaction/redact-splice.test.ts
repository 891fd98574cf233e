import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { KINDS } from "../../src/redaction/kinds.ts";
import { type RedactedValue, redactSplice } from "../../src/redaction/redact-splice.ts";
import { Redactor } from "../../src/redaction/redactor.ts";

const hash = (text: string) =>
  createHmac("sha256", "key of one project").update(text).digest("hex");
const redactor = new Redactor({ kinds: KINDS, own: [] }, hash);

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Returns the stored value after these changes, as a reader combines the stored splices. */
function stored(first: string, edits: readonly Edit[]): string {
  let base: RedactedValue = redactor.redact(first);
  for (const edit of edits) {
    const { splice, value } = redactSplice(base, { of: "earlier", ...edit }, redactor);
    const { at, remove, insert } = splice;
    const read = base.text.slice(0, at) + insert + base.text.slice(at + remove);
    expect(read).toBe(value.text);
    base = value;
  }
  return base.text;
}

const applied = (text: string, { at, remove, insert }: Edit) =>
  text.slice(0, at) + insert + text.slice(at + remove);

test("P46 a splice after a redacted value changes the right position", () => {
  const first = "Mail alice@example.com, then wait.";
  const edit = { at: first.indexOf("wait"), remove: 4, insert: "call +49 170 1234567" };
  expect(stored(first, [edit])).toBe(redactor.text(applied(first, edit)));
});

test("P46 a splice that completes an address replaces the whole address", () => {
  const first = "Mail alice@exam";
  const edit = { at: first.length, remove: 0, insert: "ple.com and wait" };
  expect(stored(first, [edit])).toBe(redactor.text("Mail alice@example.com and wait"));
});

test("P46 if the beginning of a token is redacted, its rest is not stored", () => {
  const first = "key sk-proj-abcdefgh12345678";
  const text = stored(first, [{ at: first.length, remove: 0, insert: "ZYXWVUTSRQ987654 end" }]);
  expect(text).toMatch(/^key \[secret:[a-z]{12}\] end$/);
  expect(text).not.toBe(`${redactor.text(first)} end`);
});

test("P46 a splice inside a redacted value leaves its pseudonym and nothing of the value", () => {
  const first = "Mail alice@example.com today";
  const edit = { at: first.indexOf("ple.com"), remove: 3, insert: "XY" };
  const text = stored(first, [edit, { at: 0, remove: 4, insert: "Letter" }]);
  expect(text).toMatch(/^Letter \[email:[a-z]{12}\] today$/);
});

const words = fc.constantFrom(
  "alice@example.com",
  "+49 170 1234567",
  "tea",
  "likes",
  "seven",
  "Bob,",
);
const sentence = fc.array(words, { maxLength: 12 }).map((each) => `${each.join(" ")} `);

test("P46 splices between words store the same text as redacting the whole value", () => {
  fc.assert(
    fc.property(
      sentence,
      fc.array(fc.tuple(fc.nat(), fc.nat(3), sentence), { maxLength: 8 }),
      (first, changes) => {
        let original = first;
        const edits = changes.map(([place, count, insert]) => {
          const items = original.split(/(?<=(?:com|\d{7}|tea|likes|seven|Bob,) )/);
          const from = place % (items.length + 1);
          const before = items.slice(0, from).join("");
          const removed = items.slice(from, from + count).join("");
          const edit = { at: before.length, remove: removed.length, insert };
          original = applied(original, edit);
          return edit;
        });
        expect(stored(first, edits)).toBe(redactor.text(original));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("P46 no sequence of splices stores an address of the original", () => {
  const parts = fc.constantFrom("alice@", "example", ".com", " ", "x", "bob@example.org");
  const text = fc.array(parts, { maxLength: 6 }).map((each) => each.join(""));
  fc.assert(
    fc.property(
      text,
      fc.array(fc.tuple(fc.nat(), fc.nat(8), text), { maxLength: 5 }),
      (a, changes) => {
        let original = a;
        const edits = changes.map(([place, count, insert]) => {
          const at = place % (original.length + 1);
          const edit = { at, remove: Math.min(count, original.length - at), insert };
          original = applied(original, edit);
          return edit;
        });
        expect(stored(a, edits)).not.toMatch(/[a-z]@example\.(?:com|org)/);
      },
    ),
    { numRuns: 2_000 },
  );
});
