import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine } from "../../src/protocol/json/csv-line.ts";
import { readDelimited } from "../../src/protocol/json/delimited-text.ts";

const cellOf = (text: string) => readDelimited(csvLine([text, "end"]), 1).rows[0]?.fields[0];

it.each(["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−", "⁼", "₊"])(
  "U23 a cell that begins with %s is no formula, even after characters that an import removes",
  (sign) => {
    for (const before of [
      "",
      " ",
      "\t",
      "\r",
      "\n",
      "\u00a0",
      "\u3000",
      "\ufeff",
      "\u200b",
      "\0",
    ]) {
      const text = `${before}${sign}HYPERLINK("https://evil.example")`;
      expect(cellOf(text)).toBe(`'${text}`);
    }
  },
);

it.each(["\tx", "\rx", "\nx", "\u0000x", "\u0085x", "\u2028x"])(
  "U23 a cell that begins with the control character of %j gets an apostrophe in front",
  (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  },
);

it("U23 any cell can be read back, and numbers stay numbers", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect([text, `'${text}`]).toContain(cellOf(text));
    }),
  );
  expect(cellOf("in the blue vase – a-b=c@d")).toBe("in the blue vase – a-b=c@d");
  expect(csvLine([-0.5, true, null])).toBe('"-0.5","true",""');
});
