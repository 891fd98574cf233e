import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EditedText } from "../../src/graph/build/edited-text.ts";

const changes = fc.array(
  fc.record({
    at: fc.nat(),
    remove: fc.nat(),
    insert: fc.string({ maxLength: 6 }),
    all: fc.boolean(),
  }),
  { maxLength: 400 },
);

test("G7 a text edited piece by piece equals the result of its edits, and blame names each editor", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), changes, (first, list) => {
      const text = new EditedText(first);
      let expected = [...first].flatMap((unit) => unit.split("")).map((unit) => ({ unit, by: 0 }));
      for (const [index, change] of list.entries()) {
        const at = change.at % (expected.length + 1);
        const left = expected.length - at;
        const remove = change.all && index % 50 === 49 ? left : Math.min(change.remove % 8, left);
        const by = index % 3;
        text.replace(at, remove, [{ by, text: change.insert }]);
        expected = [
          ...expected.slice(0, at),
          ...change.insert.split("").map((unit) => ({ unit, by })),
          ...expected.slice(at + remove),
        ];
        expect(text.length).toBe(expected.length);
      }
      expect(text.toString()).toBe(expected.map(({ unit }) => unit).join(""));
      const told = [...text.runs()].flatMap((run) =>
        run.text.split("").map((unit) => ({ unit, by: run.by })),
      );
      expect(told).toEqual(expected);
      const [start, end] = [Math.floor(expected.length / 3), Math.floor(expected.length / 2)];
      expect(text.slice(start, end)).toBe(text.toString().slice(start, end));
    }),
  );
});
