import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CASES_PER_LOOK,
  runSequentialTest,
  type SequentialTestState,
} from "../../src/reports/sequential-test.ts";
import type { ShiftRow } from "../../src/reports/shift.ts";

const START: SequentialTestState = { baseline: 0, lookCount: 0, looks: [] };

/** Makes cases one millisecond apart, with these errors in order. */
function rowsOf(errors: readonly ShiftRow["errorType"][]): ShiftRow[] {
  return errors.map((errorType, index) => {
    const id = `case-${index}`;
    return { id, graph: "g", errorType, op: id, opName: errorType, createdAt: index + 1 };
  });
}

/** Runs the test after every CASES_PER_LOOK further cases, until it finds the first shift. */
function lookInSteps(rows: readonly ShiftRow[]) {
  let next = START;
  for (let end = CASES_PER_LOOK; end <= rows.length; end += CASES_PER_LOOK) {
    const looked = runSequentialTest(rows.slice(0, end), next);
    if (looked.found !== null) return { ...looked, left: rows.length - end };
    next = looked.next;
  }
  return { found: null, next, left: 0 };
}

const repeat = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);

test("R78 the service finds the same shift whether cases arrive at once or one by one", () => {
  const rows = rowsOf([
    ...repeat("ExtractionError" as const, 100),
    ...repeat("RetrievalError" as const, 100),
  ]);
  const { found, left } = runSequentialTest(rows, START);
  expect(found?.headline).toMatch(/rose|fell/);
  expect(found?.since).toBe(100);
  expect(left).toBe(75);
});

test("R78 the speed of arrival does not change the number of checks or their results", () => {
  const kind = fc.constantFrom("ExtractionError" as const, "RetrievalError" as const);
  const block = fc
    .record({
      kind,
      other: kind,
      times: fc.integer({ min: 1, max: 60 }),
      every: fc.integer({ min: 2, max: 9 }),
    })
    .map(({ kind: usual, other, times, every }) =>
      Array.from({ length: times }, (_, index) => (index % every === 0 ? other : usual)),
    );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 12 }), (blocks) => {
      const errors = blocks.flat();
      const rows = rowsOf(errors.slice(0, errors.length - (errors.length % CASES_PER_LOOK)));
      if (rows.length > 0) expect(runSequentialTest(rows, START)).toEqual(lookInSteps(rows));
    }),
    { numRuns: 200 },
  );
});
