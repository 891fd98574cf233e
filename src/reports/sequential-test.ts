/** Tests the error mix after every N new cases, even if all of them arrive at once. */
import {
  type FoundShift,
  findShift,
  isCompared,
  MIN_COMPARED_CASES,
  type ShiftRow,
} from "./shift.ts";

/** The state before the next test. */
export interface SequentialTestState {
  /** Cases that were opened after this moment are new. */
  readonly baseline: number;
  /** Number of tests on this baseline, including the next one. */
  readonly lookCount: number;
  /** Times of the latest tests. */
  readonly looks: readonly number[];
}

export interface SequentialTestResult {
  /** The first shift that was found. The cases after this shift need another test. */
  readonly found: FoundShift | null;
  readonly next: SequentialTestState;
  /** New cases that no test has covered yet. */
  readonly left: number;
}

/** Number of new cases between two tests. */
export const CASES_PER_LOOK = 25;
/**
 * Number of earlier tests to remember, because a longer window includes cases before these tests.
 */
const KEPT_LOOKS = 4;

/**
 * Tests as if the cases had arrived one by one. A single test of a thousand simultaneous cases
 * would not compare these cases with each other.
 * @param rows cases that were opened after the baseline
 */
export function runSequentialTest(
  rows: readonly ShiftRow[],
  start: SequentialTestState,
): SequentialTestResult {
  let next = start;
  for (const until of lookTimes(rows, start)) {
    const seen = rows.filter(({ createdAt }) => createdAt <= until);
    const found = findShift(seen, { looks: next.looks, count: next.lookCount });
    if (found !== null) {
      const since = newest(seen, found.since);
      next = { baseline: found.since, lookCount: 1, looks: [since] };
      return { found, next, left: rows.length - seen.length };
    }
    next = afterLook(next, seen);
  }
  return { found: null, next, left: 0 };
}

/** Returns the times at which tests are due. There is at least one: after the last case. */
function lookTimes(rows: readonly ShiftRow[], { baseline, looks }: SequentialTestState): number[] {
  const last = looks.at(-1) ?? baseline;
  const fresh = rows.map(({ createdAt }) => createdAt).filter((at) => at > last);
  fresh.sort((a, b) => a - b);
  const moments = new Set<number>();
  for (let end = CASES_PER_LOOK; end + CASES_PER_LOOK <= fresh.length; end += CASES_PER_LOOK) {
    moments.add(fresh[end - 1] ?? last);
  }
  return [...moments.add(newest(rows, last))];
}

/**
 * Returns the state after a test without a shift. If this test had enough new cases, later tests
 * compare with the cases up to this test.
 */
function afterLook(
  { baseline, lookCount, looks }: SequentialTestState,
  rows: readonly ShiftRow[],
): SequentialTestState {
  const last = looks.at(-1) ?? baseline;
  const at = newest(rows, last);
  const isLook = rows.filter(({ createdAt }) => createdAt > last).length >= MIN_COMPARED_CASES;
  const isCounted = isLook || isCompared(rows, looks);
  return {
    ...{ baseline, lookCount: isCounted ? lookCount + 1 : lookCount },
    looks: isLook ? [...looks, at].slice(-KEPT_LOOKS) : looks,
  };
}

function newest(rows: readonly ShiftRow[], otherwise: number): number {
  return rows.reduce((latest, { createdAt }) => Math.max(latest, createdAt), otherwise);
}
