import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inListOrder } from "../../src/graph/build/monotonic-times.ts";

const isInOrder = (times: readonly number[]) =>
  times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0));

/** Returns the largest number of times that can be in order, by trying all subsets. */
const mostInOrder = (times: readonly number[]): number => {
  let most = 0;
  for (let picked = 0; picked < 1 << times.length; picked++) {
    const part = times.filter((_, i) => (picked >> i) & 1);
    if (isInOrder(part)) most = Math.max(most, part.length);
  }
  return most;
};

test("G50 the import orders the times with as few changes as possible and counts the changes", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 9 }), { maxLength: 9 }), (given) => {
      const times = Float64Array.from(given);
      const changed = inListOrder(times);
      expect(isInOrder([...times])).toBe(true);
      const stayed = given.filter((time, i) => times[i] === time).length;
      expect([stayed, given.length - stayed]).toEqual([expect.any(Number), changed]);
      expect(stayed).toBeGreaterThanOrEqual(mostInOrder(given));
    }),
  );
});

test("G50 one clock that is ahead or behind changes one time", () => {
  const of = (...given: number[]) => {
    const times = Float64Array.from(given);
    return [inListOrder(times), [...times]];
  };
  expect(of(99, 4, 5)).toEqual([1, [4, 4, 5]]);
  expect(of(3, 99, 5, 6)).toEqual([1, [3, 3, 5, 6]]);
  expect(of(3, 4, 1, 6)).toEqual([1, [3, 4, 4, 6]]);
});
