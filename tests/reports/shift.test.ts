import { describe, expect, test } from "vitest";
import { ERROR_TYPES, type ErrorType } from "../../src/protocol/error-types.ts";
import { findShift, type ShiftRow } from "../../src/reports/shift.ts";
import { fisher } from "../../src/statistics/fisher.ts";

/**
 * Makes cases with the same time, in these numbers by kind. Each blames a different operation run.
 */
function cases(createdAt: number, counts: Partial<Record<ErrorType | "undecided", number>>) {
  return Object.entries(counts).flatMap(([errorType, count]) =>
    Array.from({ length: count }, (_, index): ShiftRow => {
      const id = `${createdAt}-${errorType}-${index}`;
      if (errorType === "undecided")
        return { id, graph: "g", errorType: null, op: null, opName: null, createdAt };
      const type = errorType as ErrorType;
      return { id, graph: "g", errorType: type, op: id, opName: `${errorType} step`, createdAt };
    }),
  );
}

const MIX = { RetrievalError: 20, ExtractionError: 60, ResponseError: 20 };
const BEFORE = cases(1, MIX);
const first = { looks: [1], count: 1 };

/** Returns numbers from 0 (inclusive) to 1 (exclusive) that repeat for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("Fisher's exact test", () => {
  test("R60 Fisher's test gives the textbook figures", () => {
    expect(fisher(8, 10, 1, 10)).toBeCloseTo(0.005477, 6);
    expect(fisher(3, 4, 1, 4)).toBeCloseTo(0.485714, 6);
    expect(fisher(1, 10, 11, 14)).toBeCloseTo(0.002759, 6);
    expect(fisher(5, 50, 10, 100)).toBeCloseTo(1, 9);
    expect(fisher(0, 20, 0, 30)).toBeCloseTo(1, 9);
  });
});

describe("shift of the error mix", () => {
  test("R61 a significant change is a shift, with the changed shares and their cases", () => {
    const now = cases(2, { RetrievalError: 25, ExtractionError: 10, ResponseError: 5 });
    const shift = findShift([...BEFORE, ...now], first);
    expect(shift).toMatchObject({
      since: 1,
      body: { before: { cases: 100 }, now: { cases: 40 } },
      headline: expect.stringContaining("rose from 20% to 63% of the attributed wrong answers"),
    });
    expect(shift?.body.moved.map(({ key, before, now }) => [key, before, now])).toContainEqual([
      "RetrievalError",
      20,
      25,
    ]);
    const retrieval = now.filter(({ errorType }) => errorType === "RetrievalError");
    expect(shift?.cases).toEqual(retrieval.map(({ id }) => id));
    for (const { p } of shift?.body.moved ?? []) expect(p).toBeLessThan(shift?.body.level ?? 0);
  });

  test("R61 the same error type at another operation is a shift too", () => {
    const now = cases(2, { RetrievalError: 8, ExtractionError: 24, ResponseError: 8 }).map((row) =>
      row.errorType === "ExtractionError" ? { ...row, opName: "new step" } : row,
    );
    const moved = findShift([...BEFORE, ...now], first)?.body.moved.map(({ key }) => key);
    expect(moved).toEqual(expect.arrayContaining(["new step", "ExtractionError step"]));
    expect(moved).not.toContain("ExtractionError");
  });

  test("R61 more undecided verdicts are a shift in the share of undecided cases among all cases", () => {
    const now = cases(2, {
      undecided: 60,
      RetrievalError: 8,
      ExtractionError: 24,
      ResponseError: 8,
    });
    const shift = findShift([...BEFORE, ...now], first);
    expect(shift?.body).toMatchObject({
      now: { cases: 100, undecided: 60 },
      moved: [{ of: "outcome", key: "undecided", before: 0, now: 60 }],
    });
    expect(shift?.headline).toBe(
      "Undecided verdicts rose from 0% to 60% of the wrong answers (0 of 100, then 60 of 100).",
    );
    expect(shift?.cases).toHaveLength(60);
  });

  test("R62 types are not compared if there are fewer than twenty attributed cases", () => {
    const now = cases(2, { undecided: 4, UpdateError: 19 });
    expect(findShift([...BEFORE, ...now], first)).toBeNull();
  });

  test("R62 there is no shift with fewer than twenty cases on either side, however large the difference", () => {
    const other = (count: number) => cases(2, { UpdateError: count });
    expect(findShift([...BEFORE, ...other(19)], first)).toBeNull();
    expect(findShift([...BEFORE, ...other(20)], first)).not.toBeNull();
    expect(findShift([...BEFORE.slice(0, 19), ...other(90)], first)).toBeNull();
    expect(findShift(BEFORE, { looks: [], count: 1 })).toBeNull();
  });

  test("R62 many cases of loss in one run of an operation are no shift", () => {
    const now = cases(2, { RetrievalError: 8, ExtractionError: 24, ResponseError: 8 });
    const sameRun = cases(2, { UpdateError: 90 }).map((row) => ({ ...row, op: "one run" }));
    expect(findShift([...BEFORE, ...now, ...sameRun], first)).toBeNull();
  });

  test("R63 several checks together find a change that is too slow for one check", () => {
    const step = { RetrievalError: 15, ExtractionError: 19, ResponseError: 6 };
    const looks = [1, 2, 3, 4];
    const steps = [2, 3, 4, 5].map((at) => cases(at, step));
    const rows = [0, -1, -2, -3].flatMap((at) => cases(at, MIX));
    expect(findShift([...rows, ...(steps[0] ?? [])], first)).toBeNull();
    expect(findShift([...rows, ...steps.flat()], { looks, count: 4 })).toMatchObject({ since: 1 });
  });

  test("R64 if the mix is stable, fewer than 5% of projects get a false shift, after any number of checks", () => {
    const random = seeded(7);
    const PROJECTS = 100;
    let told = 0;
    for (let project = 0; project < PROJECTS; project++) {
      const rows: ShiftRow[] = [];
      const looks: number[] = [];
      for (let look = 0; look <= 30; look++) {
        for (let index = 0; index < 25; index++) {
          const id = `${look}-${index}`;
          const errorType = ERROR_TYPES[Math.floor(random() ** 2 * ERROR_TYPES.length)];
          if (errorType === undefined) continue;
          const opName = `step ${Math.floor(random() * 4)}`;
          rows.push({ id, graph: "g", errorType, op: id, opName, createdAt: look });
        }
        const seen = rows.slice(-500);
        if (findShift(seen, { looks: looks.slice(-4), count: looks.length })) {
          told += 1;
          break;
        }
        looks.push(look);
      }
    }
    expect(told / PROJECTS).toBeLessThan(0.05);
  });
});
