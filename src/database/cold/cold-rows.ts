/** JSON columns of rows about packs in R2. */

/** A pack in an object of R2. */
export interface ColdPack {
  readonly sequence: number;
  /** Last log row that the pack covers. */
  readonly last: number;
  readonly bytes: number;
  /** SHA-256 of the pack, in hexadecimal. */
  readonly sha256: string;
}

/**
 * How far the search of one project has come. It visits its graphs by the time of their last pack.
 * It names no graph, because the graph may be deleted.
 */
export interface ColdSearch {
  /** All graphs whose last pack is not later were visited. */
  readonly updatedAt: number;
  /** Time at which the search began with the oldest graph. */
  readonly begunAt: number;
  /** Time of the last run that searched this project. */
  readonly visitedAt: number;
}
