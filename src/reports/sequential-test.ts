/**
 * Tests whether the mix of errors has changed (see `shift.ts`). Runs one test after every 25 new
 * cases (`CASES_PER_LOOK`), even if many cases arrive together.
 */
import {
  type FoundShift,
  findShift,
  isCompared,
  MIN_COMPARED_CASES,
  type ShiftRow,
} from "./shift.ts";

/** What one test hands over to the next test. */
export interface SequentialTestState {
  /** The tests use only cases opened after this time (milliseconds since 1970). */
  readonly baseline: number;
  /** Number of tests since the baseline, including the next one. */
  readonly lookCount: number;
  /** Times of the last tests, oldest first. */
  readonly looks: readonly number[];
}

export interface SequentialTestResult {
  /**
   * The first shift that a test found; null if none did. After a test that found a shift, no
   * further test ran. So some new cases can be left (see `left`).
   */
  readonly found: FoundShift | null;
  readonly next: SequentialTestState;
  /** New cases that no test has included yet. */
  readonly left: number;
}

/** New cases between two tests. */
export const CASES_PER_LOOK = 25;
/**
 * The times of this many tests are kept, because the longest window in `shift.ts` begins four tests
 * ago.
 */
const KEPT_LOOKS = 4;

/**
 * Runs the tests as if the cases had arrived one after another. For example, a thousand cases can
 * arrive together, and a shift can begin in the middle of them. A single test would compare all of
 * them with the earlier cases, and would miss this shift.
 * @param rows the cases opened after the baseline
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

/**
 * Returns the times of the tests. There is a test after every 25 new cases. The last test is at the
 * newest case. It covers the remaining 25 to 49 new cases. If there are fewer than 25 new cases,
 * this test is the only one.
 */
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
 * Returns the state after a test that found no shift. If the test had at least `MIN_COMPARED_CASES`
 * new cases, its time is added to `looks`. Later tests can then compare the cases before and after
 * this time.
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
