/** The task of both sides of `npm run bench -- graph`, and the answers of both sides. */

export interface GraphTask {
  /** Files to import in order. Walks, searches and the export use the last file. */
  readonly files: readonly string[];
  readonly walks: readonly { readonly start: string; readonly direction: Direction }[];
  readonly searches: readonly SearchTask[];
  readonly export: boolean;
  /** Number of runs of each query; the query's time is the median. */
  readonly repeats: number;
}

/**
 * A search of all variables, by full name and category, or by value. smartcomment cannot search by
 * value, so its side reads its nodes one by one.
 */
export type SearchTask =
  | { readonly of: "names"; readonly pattern?: string; readonly category?: string }
  | { readonly of: "values"; readonly text: string; readonly syntax: "plain" | "regex" };

type Direction = "forward" | "backward" | "both";

export interface Found {
  readonly ms: readonly number[];
  readonly count: number;
  /** Digest of the ids, to check that both sides find the same. */
  readonly digest: string;
}

export interface SideAnswer {
  readonly imported: readonly {
    readonly bytes: number;
    readonly ms: number;
    /** Time of JSON.parse alone; our side only. */
    readonly parseMs?: number;
  }[];
  readonly walks: readonly (Found & { readonly operations: number })[];
  readonly searches: readonly Found[];
  readonly exported: {
    readonly ms: readonly number[];
    readonly bytes: number;
    /** Times of JSON.stringify of the same file alone; our side only. */
    readonly stringifyMs?: readonly number[];
  } | null;
}

/** Bytes in use after garbage collection, without the compressed packs themselves. */
export interface MemoryAnswer {
  readonly events: number;
  readonly variables: number;
  /** Number of variables that the walk reached. */
  readonly reached: number;
  readonly packBytes: number;
  readonly opened: number;
  readonly walked: number;
  /** Includes the content of the bounded caches of values and blocks at that time. */
  readonly exported: number;
  readonly peak: number;
  readonly exportBytes: number;
  readonly openMs: number;
  readonly walkMs: number;
  readonly exportMs: number;
}
