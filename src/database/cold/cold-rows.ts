/** Types of the JSON columns in rows about packs in R2. */

/** A pack in an R2 object. */
export interface ColdPack {
  readonly sequence: number;
  /** Last log row that the pack covers. */
  readonly last: number;
  readonly bytes: number;
  /** SHA-256 of the pack, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Progress of the search for a project's graphs to move (`graphs-to-move.ts`). The search visits
 * graphs in the order of the time of their last pack. It stores a time instead of a graph's id,
 * because the graph may be deleted.
 */
export interface ColdSearch {
  /** The search has visited all graphs whose last pack is from this time or earlier. */
  readonly updatedAt: number;
  /** Time at which the search started with the oldest graph. */
  readonly begunAt: number;
  /** Time at which a run last searched this project. */
  readonly visitedAt: number;
}
