/** Looks at the mix of errors, each after so many new cases, however fast those came. */
import { FEWEST_CASES, type FoundShift, findShift, isCompared, type ShiftRow } from "./shift.ts";

/** What the next look starts from. */
export interface LookState {
  /** What was opened after it counts. */
  readonly baseline: number;
  /** Looks at this baseline, the next one included. */
  readonly lookCount: number;
  /** When the last few were. */
  readonly looks: readonly number[];
}

export interface LookedThrough {
  /** The first one; what came after it is to be looked at again. */
  readonly found: FoundShift | null;
  readonly next: LookState;
  /** New cases that were not looked at. */
  readonly left: number;
}

/** New cases after which there is a look. */
export const LOOK_AFTER = 25;
/** Looks that later ones go back to. */
const KEPT_LOOKS = 4;

/**
 * Looks as often as if the cases had come one by one: who looks but once at a thousand cases that came
 * within a minute would compare none of them with each other.
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

/** When there would have been looks; one at least, at all that there is. */
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

/** What is there at the first look is what later ones compare with. */
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
