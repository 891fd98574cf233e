import fc from "fast-check";
import { expect, test } from "vitest";
import type { BoundState } from "../../src/protocol/api/explorer/health-words.ts";
import { boundHeadline, stateOfBound } from "../../src/reports/health/health-bound.ts";
import { wilson } from "../../src/statistics/wilson.ts";

const shareOf = (count: number, of: number) => ({
  ...{ count, of },
  share: { value: of === 0 ? null : count / of, ...wilson(count, of) },
});
const survival = (state: BoundState) => ({ figure: "survival" as const, bound: 0.8, state });
const unread = (state: BoundState) => ({ figure: "never-read" as const, bound: 0.3, state });

test("J78 a bound is crossed if the whole interval is beyond it, and met again if the share is within it", () => {
  expect(stateOfBound(survival("met"), shareOf(78, 100))).toBe("met");
  expect(stateOfBound(survival("met"), shareOf(70, 100))).toBe("crossed");
  expect(stateOfBound(survival("crossed"), shareOf(78, 100))).toBe("crossed");
  expect(stateOfBound(survival("crossed"), shareOf(80, 100))).toBe("met");
  expect(stateOfBound(unread("met"), shareOf(32, 100))).toBe("met");
  expect(stateOfBound(unread("met"), shareOf(45, 100))).toBe("crossed");
  expect(stateOfBound(unread("crossed"), shareOf(30, 100))).toBe("met");
});

test("J78 a share of fewer than 30 items changes no state", () => {
  for (const state of ["met", "crossed"] as const) {
    expect(stateOfBound(survival(state), shareOf(0, 29))).toBe(state);
    expect(stateOfBound(survival(state), shareOf(29, 29))).toBe(state);
    expect(stateOfBound(survival(state), shareOf(0, 0))).toBe(state);
  }
});

test("J78 a share that varies within its interval changes the state at most once", () => {
  const counts = fc.array(fc.integer({ min: 760, max: 799 }), { maxLength: 40 });
  fc.assert(
    fc.property(counts, (kept) => {
      let state: BoundState = "met";
      let changes = 0;
      for (const count of kept) {
        const next = stateOfBound(survival(state), shareOf(count, 1_000));
        if (next !== state) changes += 1;
        state = next;
      }
      expect(changes).toBeLessThanOrEqual(1);
    }),
  );
});

test("J79 the message gives the figure, its interval, the number of items and the bound", () => {
  expect(boundHeadline(survival("crossed"), shareOf(70, 100))).toBe(
    "Facts still in memory: 70% (60.4% to 78.1%) of 100, below the bound of 80%",
  );
  expect(boundHeadline(unread("met"), shareOf(30, 100))).toBe(
    "Units never read: 30% (21.9% to 39.6%) of 100, which meets the bound of 30% again",
  );
});
