/** A pack in an R2 object. */

export interface ColdPack {
  readonly sequence: number;
  /** Sequence number of the last log row whose events are in the pack. */
  readonly last: number;
  readonly bytes: number;
  /** SHA-256 of the pack's bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Progress of a project's search for graphs to move (`graphs-to-move.ts`). The search visits graphs
 * in the order of the times at which their last packs were stored. The progress is such a time and
 * not a graph's id, because the graph could be deleted.
 */
export interface ColdSearch {
  /** The search has visited all graphs whose last pack was stored at or before this time. */
  readonly updatedAt: number;
  /** Time at which the current search started. */
  readonly begunAt: number;
  /** Time of the last run that searched this project. */
  readonly visitedAt: number;
}
