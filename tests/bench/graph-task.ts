/** What both sides of `npm run bench -- graph` are asked for, and what they answer. */

export interface GraphTask {
  /** Imported one after the other; walks, searches and the export are of the last one. */
  readonly files: readonly string[];
  readonly walks: readonly { readonly start: string; readonly direction: Direction }[];
  readonly searches: readonly SearchTask[];
  readonly export: boolean;
  /** How often each query runs; its time is the median. */
  readonly repeats: number;
}

/**
 * A search of all variables: by full name and category, as both sides offer it; or through their
 * values, which smartcomment does not offer, so its nodes are gone through one by one.
 */
export type SearchTask =
  | { readonly of: "names"; readonly pattern?: string; readonly category?: string }
  | { readonly of: "values"; readonly text: string; readonly syntax: "plain" | "regex" };

type Direction = "forward" | "backward" | "both";

export interface Found {
  readonly ms: readonly number[];
  readonly count: number;
  /** Of the ids, so that both sides are seen to find the same. */
  readonly digest: string;
}

export interface SideAnswer {
  readonly imported: readonly {
    readonly bytes: number;
    readonly ms: number;
    /** Of JSON.parse alone; ours only. */
    readonly parseMs?: number;
  }[];
  readonly walks: readonly (Found & { readonly operations: number })[];
  readonly searches: readonly Found[];
  readonly exported: {
    readonly ms: readonly number[];
    readonly bytes: number;
    /** Of JSON.stringify of the same file alone; ours only. */
    readonly stringifyMs?: readonly number[];
  } | null;
}

/** Bytes held after a collection of garbage, without the compressed packs themselves. */
export interface MemoryAnswer {
  readonly events: number;
  readonly variables: number;
  /** Variables that the walk came by. */
  readonly reached: number;
  readonly packBytes: number;
  readonly opened: number;
  readonly walked: number;
  /** With what the bounded caches of values and blocks hold by then. */
  readonly exported: number;
  readonly peak: number;
  readonly exportBytes: number;
  readonly openMs: number;
  readonly walkMs: number;
  readonly exportMs: number;
}
