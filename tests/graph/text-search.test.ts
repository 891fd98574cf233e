import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern } from "../../src/graph/search/pattern/linear-pattern.ts";
import { TextSearch } from "../../src/graph/search/text-search.ts";

const few = fc.string({ unit: fc.constantFrom("a", "b", "A", "é", "É", "ā", "🐕"), maxLength: 40 });
const short = fc.string({ unit: fc.constantFrom("a", "b", "A", "é", "ā", "🐕"), maxLength: 6 });

test("Q16 the search finds the first occurrence of a text, with and without regard to case", () => {
  fc.assert(
    fc.property(few, short, (text, wanted) => {
      expect(new TextSearch(wanted, false).find(text)).toBe(text.indexOf(wanted));
      expect(new TextSearch(wanted, true).find(text)).toBe(
        text.toLowerCase().indexOf(wanted.toLowerCase()),
      );
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["STRASSE 12", "straſſe", 0],
  ["300 \u212aelvin", "kelvin", 4],
  ["ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς", 0],
  ["İstanbul", "stanbul", 1],
])("Q53 in %s, the search finds %s at %i", (text, wanted, place) => {
  expect(new TextSearch(wanted, true).find(text)).toBe(place);
  const found = compilePattern(wanted, true);
  expect(found.ok && found.value.find(text)).toBeGreaterThanOrEqual(0);
});

test("Q53 a search takes no longer on texts that nearly match everywhere", () => {
  const text = "a".repeat(500_000);
  for (const wanted of [`b${"a".repeat(999)}`, `${"a".repeat(500)}b${"a".repeat(499)}`]) {
    for (const ignoreCase of [true, false]) {
      const search = new TextSearch(wanted, ignoreCase);
      expect(search.find(text)).toBe(-1);
      expect(search.find(`${text}${wanted}`)).toBe(text.length);
    }
  }
});
