/**
 * Decides when the memory figures of a graph are counted again. A count must read the whole graph,
 * because a new message can change the fate of every fact. If every conversation led to a count,
 * the cost of a conversation would grow with the graph.
 */
/**
 * The figures of a graph with fewer records can always be counted at once, because such a count
 * takes about 0.2 seconds.
 */
const SMALL_RECORDS = 1_000;
/**
 * The figures of a graph are counted again when the graph has grown by this factor. With 1.25, all
 * counts of a growing graph together read about five times the graph's records.
 */
const GROWTH = 1.25;
/** If a graph grows by less than `GROWTH`, its next count is this long after its last count. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

export interface LastCount {
  readonly countedAt: number;
  /**
   * Number of the graph's records: `counted` is the number at the last count, `records` the number
   * now.
   */
  readonly counted: number;
  readonly records: number;
}

/** Returns the earliest time of the next count; null if the figures can be counted now. */
export function postponedUntil(last: LastCount | undefined, now: number): number | null {
  if (last === undefined || last.records < SMALL_RECORDS) return null;
  const until = last.countedAt + LONGEST_WAIT_MS;
  // If the last count is in the future, a worker's clock was wrong. Do not wait for that time.
  if (until <= now || last.countedAt > now) return null;
  return last.records >= GROWTH * last.counted ? null : until;
}
