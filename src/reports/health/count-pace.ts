/**
 * Decides when a graph's memory figures are counted again. A count must read the whole graph. If
 * every conversation caused a count, each conversation would cost more than the last, because the
 * graph grows.
 */
/** Graphs with fewer records are always counted immediately, which takes about 0.2 seconds. */
const SMALL_RECORDS = 1_000;
/**
 * A graph is counted again when it has this many times as many records as at its last count. With
 * this value, all counts of a growing graph together read only about five times as many records as
 * the graph has at the end.
 */
const GROWTH = 1.25;
/** Maximum time between two counts of a graph that grows by less than `GROWTH`. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

export interface LastCount {
  readonly countedAt: number;
  /** Number of the graph's records at the last count. `records` is the number now. */
  readonly counted: number;
  readonly records: number;
}

/** Returns the time at which the graph is counted at the latest; null if it can be counted now. */
export function postponedUntil(last: LastCount | undefined, now: number): number | null {
  if (last === undefined || last.records < SMALL_RECORDS) return null;
  const until = last.countedAt + LONGEST_WAIT_MS;
  // If the last count is in the future, a clock was wrong. Then count the graph now.
  if (until <= now || last.countedAt > now) return null;
  return last.records >= GROWTH * last.counted ? null : until;
}
