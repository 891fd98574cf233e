/** The storage that one file took, and how long it took to load. */
export interface StoredFile {
  /** Size of the graph's export as JSON. */
  readonly exportBytes: number;
  readonly events: number;
  readonly packBytes: number;
  /** Bytes that remain in the graph object's own storage. */
  readonly objectBytes: number;
  /** Bytes of both if the same events arrive live, in batches, with a pack every half minute. */
  readonly liveBytes: number;
  /** Processor time until each is loaded. */
  readonly objectMs: number;
  readonly graphMs: number;
}
