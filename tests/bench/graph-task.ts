/** What both sides of `npm run bench -- graph` are asked for, and what they answer. */

export interface GraphTask {
  /** Imported one after the other; walks, searches and the export are of the last one. */
  readonly files: readonly string[];
  readonly walks: readonly { readonly start: string; readonly direction: Direction }[];
  /** Over the values of all variables. */
  readonly searches: readonly { readonly text: string; readonly syntax: "plain" | "regex" }[];
  readonly export: boolean;
  /** How often each query runs; its time is the median. */
  readonly repeats: number;
}

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
