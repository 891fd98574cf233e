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
 * How far the search for graphs to move has come in a project (`graphs-to-move.ts`). The search
 * visits the graph with the oldest last pack first, and stores the time of the last pack that it
 * has reached. It does not store the graph's id, because this graph could be deleted.
 */
export interface ColdSearch {
  /** The search has visited all graphs whose last pack was stored at or before this time. */
  readonly updatedAt: number;
  /**
   * Time at which the current search started. A search starts with the graph whose last pack is the
   * oldest.
   */
  readonly begunAt: number;
  /** Time of the last run that searched this project. */
  readonly visitedAt: number;
}
