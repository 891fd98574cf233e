/**
 * Corrects times that contradict the order of a list. It changes as few times as possible. For
 * example, if a clock jumped ahead for one record, only this record gets another time.
 */
import { lowerBound } from "../columns/columns.ts";

/**
 * Replaces each wrong time with the last correct time before it. If there is none, uses the first
 * correct time.
 *
 * @param times in the order of the list; changed in place
 * @returns the number of changed times
 */
export function inListOrder(times: Float64Array): number {
  if (isInOrder(times)) return 0;
  const kept = longestRun(times);
  let changed = 0;
  let next = 0;
  for (let index = 0; index < times.length; index++) {
    if (kept[next] === index) {
      next += 1;
      continue;
    }
    const at = times[kept[Math.max(0, next - 1)] as number] as number;
    if (times[index] !== at) changed += 1;
    times[index] = at;
  }
  return changed;
}

function isInOrder(times: Float64Array): boolean {
  for (let index = 1; index < times.length; index++) {
    if ((times[index - 1] as number) > (times[index] as number)) return false;
  }
  return true;
}

/** Returns the indexes of the longest subsequence whose times never decrease. */
function longestRun(times: Float64Array): readonly number[] {
  /**
   * `ends[n]` stands for a subsequence with n + 1 times, and is the index of its last time. If
   * there are several such subsequences, the one with the earliest last time is chosen, because
   * the most times can extend it.
   */
  const ends: number[] = [];
  const before = new Int32Array(times.length).fill(-1);
  for (let index = 0; index < times.length; index++) {
    const time = times[index] as number;
    const length = lowerBound(ends.length, (i) => (times[ends[i] as number] as number) <= time);
    before[index] = length === 0 ? -1 : (ends[length - 1] as number);
    ends[length] = index;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) run.push(at);
  return run.reverse();
}
