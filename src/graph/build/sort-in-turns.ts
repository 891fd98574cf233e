/**
 * Sorts rows in short pieces, so that other requests can run in between. Sorting very many rows
 * takes seconds.
 */
import { costOf, type InTurns } from "../in-turns.ts";

/** Number of rows that are sorted or merged between two pauses. */
const SORTED_AT_ONCE = 8_192;

/**
 * Rows that compare as equal keep their order. The sort reuses the given array, so callers must not
 * use it afterwards.
 */
export function* sortInTurns(
  rows: Uint32Array,
  compare: (a: number, b: number) => number,
): InTurns<Uint32Array> {
  for (let start = 0; start < rows.length; start += SORTED_AT_ONCE) {
    const run = rows.subarray(start, start + SORTED_AT_ONCE);
    run.sort(compare);
    yield costOf(run.length);
  }
  let from = rows;
  let to: Uint32Array = new Uint32Array(rows.length);
  for (let length = SORTED_AT_ONCE; length < rows.length; length *= 2) {
    for (let start = 0; start < rows.length; start += 2 * length)
      yield* merge(from, to, { start, middle: start + length, end: start + 2 * length }, compare);
    [from, to] = [to, from];
  }
  return from;
}

interface Runs {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function* merge(
  from: Uint32Array,
  to: Uint32Array,
  { start, middle, end }: Runs,
  compare: (a: number, b: number) => number,
): InTurns<void> {
  const ends = [Math.min(middle, from.length), Math.min(end, from.length)] as const;
  let [left, right] = [start, ends[0]];
  for (let at = start; at < ends[1]; at++) {
    if (at % SORTED_AT_ONCE === 0) yield costOf(SORTED_AT_ONCE) / 4;
    const takesLeft =
      left < ends[0] &&
      (right >= ends[1] || compare(from[left] as number, from[right] as number) <= 0);
    to[at] = from[takesLeft ? left++ : right++] as number;
  }
}
