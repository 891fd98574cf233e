import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EventIdTable } from "../../src/event-store/log/event-id-table.ts";

/** Ids in the form of the SDK, in runs that overtake each other, among ids in every other form. */
const runs = fc
  .tuple(fc.nat(3_000), fc.nat(40), fc.constantFrom("-a1", "-b2", "-a1", "_a1", "-a1-b2"))
  .map(([first, length, rest]) => Array.from({ length }, (_, at) => `${first + at}${rest}`));
const others = fc.array(
  fc.oneof(
    fc.constantFrom("", "-a1", "-1", "-2", "07-a1", "7", "7-", "999999999999999-a1"),
    fc.uuid(),
    fc.string({ unit: "binary" }),
    fc.nat(50).map((count) => `${count}00000000000000000000-a1`),
  ),
);
const ids = fc.array(fc.oneof({ weight: 3, arbitrary: runs }, others)).map((parts) => parts.flat());

test("D13 the table recognizes every event id, whatever the order", () => {
  fc.assert(
    fc.property(ids, (given) => {
      const table = new EventIdTable();
      const numbers = new Map<string, number>();
      for (const id of given) {
        const number = numbers.get(id) ?? numbers.size;
        expect(table.find(id)).toBe(numbers.get(id) ?? -1);
        expect(table.intern(id)).toBe(number);
        numbers.set(id, number);
      }
      expect(table.size).toBe(numbers.size);
      for (const [id, number] of numbers) expect(table.find(id)).toBe(number);
    }),
  );
});

test("D13 the table recognizes ids in reverse order, and ids of more clients than it has runs", () => {
  const table = new EventIdTable();
  const backwards = Array.from({ length: 5_000 }, (_, at) => `${2 * (5_000 - at)}-a1`);
  const clients = Array.from({ length: 3_000 }, (_, at) => [`1-c${at}`, `2-c${at}`]).flat();
  const all = [...backwards, ...clients];
  expect(all.map((id) => table.intern(id))).toEqual([...all.keys()]);
  expect(all.map((id) => table.find(id))).toEqual([...all.keys()]);
  expect(all.map((id) => table.intern(id))).toEqual([...all.keys()]);
});
