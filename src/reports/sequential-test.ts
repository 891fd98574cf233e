/** Tests the error mix after every N new cases, however fast they arrived. */
import { FEWEST_CASES, type FoundShift, findShift, isCompared, type ShiftRow } from "./shift.ts";

/** The start state of the next test. */
export interface LookState {
  /** Cases opened after this moment are new. */
  readonly baseline: number;
  /** Tests on this baseline, including the next one. */
  readonly lookCount: number;
  /** Times of the last few tests. */
  readonly looks: readonly number[];
}

export interface LookedThrough {
  /** The first shift. Later cases need another test. */
  readonly found: FoundShift | null;
  readonly next: LookState;
  /** New cases that no test has covered yet. */
  readonly left: number;
}

/** New cases between two tests. */
export const LOOK_AFTER = 25;
/** Tests that later windows reach back to. */
const KEPT_LOOKS = 4;

/**
 * Tests as if the cases had arrived one by one. A single test of a thousand cases within a minute
 * would not compare them with each other.
 * @param rows that were opened after the baseline
 */
export function lookThrough(rows: readonly ShiftRow[], start: LookState): LookedThrough {
  let next = start;
  for (const until of momentsOf(rows, start)) {
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

/** The times at which tests are due; at least one, over all cases. */
function momentsOf(rows: readonly ShiftRow[], { baseline, looks }: LookState): number[] {
  const last = looks.at(-1) ?? baseline;
  const fresh = rows.map(({ createdAt }) => createdAt).filter((at) => at > last);
  fresh.sort((a, b) => a - b);
  const moments = new Set<number>();
  for (let end = LOOK_AFTER; end + LOOK_AFTER <= fresh.length; end += LOOK_AFTER) {
    moments.add(fresh[end - 1] ?? last);
  }
  return [...moments.add(newest(rows, last))];
}

/** Later tests compare with the cases of the first one. */
function afterLook(
  { baseline, lookCount, looks }: LookState,
  rows: readonly ShiftRow[],
): LookState {
  const last = looks.at(-1) ?? baseline;
  const at = newest(rows, last);
  const isLook = rows.filter(({ createdAt }) => createdAt > last).length >= FEWEST_CASES;
  const isCounted = isLook || isCompared(rows, looks);
  return {
    ...{ baseline, lookCount: isCounted ? lookCount + 1 : lookCount },
    looks: isLook ? [...looks, at].slice(-KEPT_LOOKS) : looks,
  };
}

function newest(rows: readonly ShiftRow[], otherwise: number): number {
  return rows.reduce((latest, { createdAt }) => Math.max(latest, createdAt), otherwise);
}
