import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markWords } from "../../src/ui/text/mark-words.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme-ascii" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.string({ unit: fc.constantFrom(..."aB1-–' .*[](){}|\\/^$?+,#&~`<>=!:\n\u200b\ud83d\ude00") }),
);

const markedIn = (text: string, lost: readonly string[]) =>
  markWords(text, { lost }).flatMap((segment) => (segment.tone === null ? [] : segment.text));

describe("marking words", () => {
  it.each([
    ["I wrote an e-mail today", "e-mail"],
    ["Ask Jean-Luc.", "Jean-Luc"],
    ["She is twenty-one.", "twenty-one"],
    ["On 2023-05-07 it rained", "2023-05-07"],
    ["It costs $3.50 (plus tax)", "$3.50 (plus tax)"],
    ["Written in C++ mostly", "C++"],
    ["a.b is not axb: a.b", "a.b"],
    ["in the Blue\n  vase", "blue vase"],
    ["DIE STRAẞE", "straße"],
  ])("U80 in the text %j, the word %j is marked", (text, word) => {
    const marked = markedIn(text, [word]);
    expect(marked.length).toBeGreaterThan(0);
    for (const each of marked) {
      expect(each.replace(/\s+/g, " ").toLowerCase()).toBe(word.toLowerCase());
    }
  });

  it("U80 only whole words are marked, and of two overlapping marks the longer one", () => {
    expect(markedIn("a boat, boats, houseboat, 1boat", ["boat"])).toEqual(["boat"]);
    expect(markedIn("the blue vase and a vase", ["vase", "blue vase"])).toEqual([
      "blue vase",
      "vase",
    ]);
    const [, kept] = markWords("a vase", { lost: ["cup"], kept: ["Vase"] });
    expect(kept).toEqual({ text: "vase", start: 2, tone: "kept" });
  });

  it("U80 the segments together are the text, whatever the words and the text are", () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText), fc.array(anyText), (text, lost, kept) => {
        const segments = markWords(text, { lost, kept });
        expect(segments.map((segment) => segment.text).join("")).toBe(text);
        for (const { text: part, start } of segments) {
          expect(text.slice(start, start + part.length)).toBe(part);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("U80 every separate word of a text can be marked there", () => {
    const visible = anyText.filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(visible, (word) => {
        expect(markedIn(`so: ${word} .`, [word])).not.toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("U80 marking very many and very long words takes only a moment", () => {
    const passage = "lorem-ipsum dolor ".repeat(100).trim();
    const long = `${"lorem ".repeat(100_000)}ipsum`;
    const many = Array.from({ length: 5_000 }, (_, place) => `word-${place}`);
    const text = `before ${passage} after, ${"lorem ".repeat(100_000)} word-4999`;
    expect(markedIn(text, [long, passage, ...many])).toEqual([passage, "word-4999"]);
  });
});
