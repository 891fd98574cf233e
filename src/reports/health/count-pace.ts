/**
 * Decides when a graph is counted again. Each count reads the whole graph, because each new message
 * can change the fate of every fact. For example, the rarity of words depends on all messages. If
 * every conversation led to a count, the cost of a conversation would grow with the graph.
 */
/** The count of a smaller graph takes about a fifth of a second, so this count need not wait. */
const SMALL_RECORDS = 1_000;
/**
 * Growth after which a graph is counted again. With 1.25, all counts of a growing graph together
 * read five times the records of the graph.
 */
const GROWTH = 1.25;
/** If a graph grows less, this is the time from its last count to its next count. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

export interface LastCount {
  readonly countedAt: number;
  /** Number of records of the graph: at the last count (`counted`), and now (`records`). */
  readonly counted: number;
  readonly records: number;
}

/** Returns the time of the next count; null if the graph can be counted now. */
export function postponedUntil(last: LastCount | undefined, now: number): number | null {
  if (last === undefined || last.records < SMALL_RECORDS) return null;
  const until = last.countedAt + LONGEST_WAIT_MS;
  // A count in the future comes from a clock that was ahead.
  if (until <= now || last.countedAt > now) return null;
  return last.records >= GROWTH * last.counted ? null : until;
}
