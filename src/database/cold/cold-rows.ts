/** Types of the JSON columns in the rows about packs in R2. */

/** A pack that is in an R2 object. */
export interface ColdPack {
  readonly sequence: number;
  /** Sequence number of the last log row whose events are in the pack. */
  readonly last: number;
  readonly bytes: number;
  /** SHA-256 hash of the pack's bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Progress of the search in one project for graphs whose packs can move (`graphs-to-move.ts`). The
 * search visits the graphs in the order of their last pack's time. The progress is a time and not a
 * graph id, because the graph with this id could be deleted.
 */
export interface ColdSearch {
  /** The search has visited all graphs whose last pack was stored at or before this time. */
  readonly updatedAt: number;
  /**
   * Time at which this search started. A search starts with the graph that was unused for the
   * longest time.
   */
  readonly begunAt: number;
  /** Time of the last run that searched this project. */
  readonly visitedAt: number;
}
