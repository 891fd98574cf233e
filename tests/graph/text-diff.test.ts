import * as fc from "fast-check";
import { expect, test } from "vitest";
import { diffTexts, MAX_EDITED_WORDS, MAX_WORDWISE_CHARS } from "../../src/text/word-diff.ts";

const side = (before: string, after: string, without: "added" | "removed") =>
  diffTexts(before, after)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

test("Q30 the parts rebuild both texts, neighbouring parts differ in kind, and removals come first", () => {
  const any = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", " ", "  ", ".", "\n", "狗", "🐕"), maxLength: 30 }),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  fc.assert(
    fc.property(any, any, (before, after) => {
      expect(side(before, after, "added")).toBe(before);
      expect(side(before, after, "removed")).toBe(after);
      const kinds = diffTexts(before, after).map(({ kind }) => kind);
      expect(kinds.join(" ")).not.toMatch(/(\w+) \1|added removed/);
    }),
    { numRuns: 500 },
  );
});

const longestCommon = (a: readonly string[], b: readonly string[]): number => {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    for (const [index, other] of b.entries()) {
      const skip = Math.max(next[index] ?? 0, row[index + 1] ?? 0);
      next.push(word === other ? (row[index] ?? 0) + 1 : skip);
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

test("Q31 the difference is the smallest possible", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", "dog"), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, (a, b) => {
      // Dots instead of spaces, so that every word counts and no space is matched with another.
      const [before, after] = [a, b].map((list) => list.map((word) => `${word}.`).join(""));
      const tokens = (list: readonly string[]) => list.flatMap((word) => [word, "."]);
      const same = diffTexts(before ?? "", after ?? "")
        .filter(({ kind }) => kind === "same")
        .flatMap(({ text }) => text.match(/\w+|\./g) ?? []);
      expect(same).toHaveLength(longestCommon(tokens(a), tokens(b)));
    }),
    { numRuns: 300 },
  );
});

test("Q31 the difference keeps words whole, and compares scripts without spaces by character", () => {
  expect(diffTexts("Rex is a dog.", "Rex was a doggy.")).toEqual([
    { kind: "same", text: "Rex " },
    { kind: "removed", text: "is" },
    { kind: "added", text: "was" },
    { kind: "same", text: " a " },
    { kind: "removed", text: "dog" },
    { kind: "added", text: "doggy" },
    { kind: "same", text: "." },
  ]);
  expect(diffTexts("我有狗", "我有猫")).toEqual([
    { kind: "same", text: "我有" },
    { kind: "removed", text: "狗" },
    { kind: "added", text: "猫" },
  ]);
  expect(diffTexts("", "")).toEqual([]);
});

test("Q32 above the limit, everything between the common beginning and end is shown as replaced", () => {
  const text = (word: string) =>
    `start ${Array.from({ length: MAX_EDITED_WORDS }, (_, index) => `${word}${index}`).join(" ")} end`;
  const parts = diffTexts(text("a"), text("b"));
  expect(parts.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
  expect(parts.map(({ text: part }) => part.slice(0, 6))).toEqual([
    ...["start ", "a0 a1 ", "b0 b1 ", "end"],
  ]);
});

test("Q44 a long text keeps equal lines whole and is compared by words where lines differ", () => {
  const line = (index: number) =>
    `On day ${index} the dog Rex ran ${index} times around the house.\n`;
  const lines = Array.from({ length: MAX_WORDWISE_CHARS / 40 }, (_, index) => line(index));
  const before = lines.join("");
  const after = [...lines.slice(2), "The end."]
    .join("")
    .replace("day 50 the dog", "day 50 the cat");
  expect(diffTexts(before, after).filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: `${line(0)}${line(1)}` },
    { kind: "removed", text: "dog" },
    { kind: "added", text: "cat" },
    { kind: "added", text: "The end." },
  ]);
  const long = fc
    .array(fc.constantFrom("a b\n", "a c\n", "\n", "d", " "), { maxLength: 20 })
    .map((pieces) => `${"x ".repeat(MAX_WORDWISE_CHARS / 2)}${pieces.join("")}${before}`);
  fc.assert(
    fc.property(long, long, (one, other) => {
      expect(side(one, other, "added")).toBe(one);
      expect(side(one, other, "removed")).toBe(other);
    }),
    { numRuns: 30 },
  );
});
