import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sortInTurns } from "../../src/graph/build/sort-in-turns.ts";
import { StringTable } from "../../src/graph/columns/string-table.ts";
import { atOnce } from "../../src/graph/in-turns.ts";

const anyText = fc.string({
  unit: fc.constantFrom("a", "b", "ÿ", "Ā", "狗", "\ud83d", "\udc15"),
  maxLength: 6,
});

test("G1 the texts of a table have the same order as strings, by code units", () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      const table = new StringTable();
      const [first, second] = [table.intern(a), table.intern(b)];
      const expected = a === b ? 0 : a < b ? -1 : 1;
      expect(Math.sign(table.compare(first, second))).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

test("G1 rows sorted in turns have the order of a stable sort", () => {
  const anyKeys = fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 5_000 }));
  fc.assert(
    fc.property(anyKeys, ([size, kinds]) => {
      const key = (row: number) => (row * 7_919) % kinds;
      const compare = (a: number, b: number) => key(a) - key(b);
      const rows = Array.from({ length: size }, (_, row) => row);
      const work = sortInTurns(Uint32Array.from(rows), compare);
      expect([...atOnce(work)]).toEqual(rows.toSorted(compare));
    }),
    { numRuns: 20 },
  );
});
