import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeFields } from "../../src/ui/text/judge-fields.ts";
import { firstWords, textInside } from "../../src/ui/text/recorded-text.ts";

describe("text inside a recorded value", () => {
  it.each([
    [
      '{\n  "id": "7d4a",\n  "memory": "Melanie likes \\"Sapiens\\".\\nA lot."\n}',
      'Melanie likes "Sapiens".\nA lot.',
    ],
    ['{"role": "user", "content": "Hello there."}', "Hello there."],
    ['{"id": 1, "text": "The end was cut of', "The end was cut of"],
    ['{"content": "cut within an escape \\u00', "cut within an escape \\u00"],
    ['{"text": "  ", "id": 1}', '{"text": "  ", "id": 1}'],
    ['{"id": 1}', '{"id": 1}'],
    ['plain "text": words', 'plain "text": words'],
    ["", ""],
  ])("U343 a list shows only the text inside %j", (value, text) => {
    expect(textInside(value)).toBe(text);
  });

  it("U343 any recorded text is shown whole", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, id) => {
        fc.pre(text.trim() !== "");
        expect(textInside(JSON.stringify({ id: id.slice(0, 90), text }))).toBe(text);
      }),
    );
  });

  it("U343 the first words of a text are shown on one line", () => {
    expect(firstWords('{"content": "One\\n  two three"}', 8)).toBe("One two…");
  });
});

describe("answer of a judge", () => {
  it("U196 the fields of the answer are read, even if one of its texts has unescaped quotation marks", () => {
    const broken =
      '{"explanation": "The answer \'so "When is it?" cannot be\' is wrong.", "label": "WRONG"}';
    expect(judgeFields(broken)).toEqual([
      ["explanation", "The answer 'so \"When is it?\" cannot be' is wrong."],
      ["label", "WRONG"],
    ]);
    expect(judgeFields('```json\n{"label": "WRONG", "score": 0}\n```')).toEqual([
      ["label", "WRONG"],
      ["score", "0"],
    ]);
    expect(judgeFields("It is wrong.")).toBeUndefined();
    expect(judgeFields('{"label": "WRONG')).toBeUndefined();
  });
});
