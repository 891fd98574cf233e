/** JSON columns of the rows about packs in R2. */

export interface ColdPack {
  readonly sequence: number;
  /** Sequence number of the last log row whose events are in the pack. */
  readonly last: number;
  readonly bytes: number;
  /** SHA-256 of the pack's bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Progress of the search for graphs to move in a project (`graphs-to-move.ts`). The search goes by
 * the time of a graph's last pack. A graph id would be no use as progress, because the graph could
 * be deleted.
 */
export interface ColdSearch {
  /** The search has visited all graphs whose last pack was stored at or before this time. */
  readonly updatedAt: number;
  /** Time at which the current search started. It starts with the graph that was unused longest. */
  readonly begunAt: number;
  /** Time of the last run that searched this project. */
  readonly visitedAt: number;
}
