/** What one file took in storage, and how long it took to come back. */
export interface StoredFile {
  /** Of the graph's export as JSON. */
  readonly exportBytes: number;
  readonly events: number;
  readonly packBytes: number;
  /** What remains in the graph object's own storage. */
  readonly objectBytes: number;
  /** Both, where the same events came live, in batches, with a pack every half minute. */
  readonly liveBytes: number;
  /** Of processor time, until each is back. */
  readonly objectMs: number;
  readonly graphMs: number;
}
