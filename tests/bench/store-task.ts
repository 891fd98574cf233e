/** The storage that one file takes, and the time to load it. */
export interface StoredFile {
  /** Size of the graph's export as JSON. */
  readonly exportBytes: number;
  readonly events: number;
  readonly packBytes: number;
  /** Bytes that remain in the Durable Object's own storage. */
  readonly objectBytes: number;
  /**
   * Bytes of packs and Durable Object if the same events arrive live, in batches, with a pack every
   * half minute.
   */
  readonly liveBytes: number;
  /** The part of `liveBytes` that is in packs. */
  readonly livePackBytes: number;
  /** Processor time to load the Durable Object, and below, the graph. */
  readonly objectMs: number;
  readonly graphMs: number;
}
