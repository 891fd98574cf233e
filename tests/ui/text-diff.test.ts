import fc from "fast-check";
import { expect, it } from "vitest";
import { type Change, diffTexts } from "../../src/ui/text/word-diff.ts";

const later = (changes: readonly Change[]) =>
  changes.flatMap(({ kind, text }) => (kind === "removed" ? [] : text)).join("");

it("U77 kept and added words together are the later text, even if very much changed", () => {
  const word = fc.constantFrom("keep", "the", "dates", "of", "birthdays", ".", "\n", "  ");
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(later(diffTexts(before, after) ?? [])).toBe(after);
    }),
  );
  const lines = (seed: number) =>
    Array.from({ length: 900 }, (_, at) => `Rule ${(at * seed) % 1009}: answer in ${at} words.\n`);
  const [before, after] = [lines(1).join(""), lines(3).join("")];
  const changes = diffTexts(before, after) ?? [];
  expect(later(changes)).toBe(after);
  expect(changes.some(({ kind }) => kind === "same")).toBe(true);
});
