/** The functions that an import of a large file needs from its runtime: Node or a browser. */
import type { Hashing } from "./hashing.ts";

export interface ImportRuntime {
  readonly hashing: Hashing;
  readonly gzip: (text: string) => Promise<PackedBody>;
  /** Lets the runtime do its other tasks, such as sending and receiving. */
  readonly giveWay: () => Promise<void>;
  /** The time of the import, in milliseconds since the epoch. */
  readonly now: number;
}

export type PackedBody = Uint8Array<ArrayBuffer>;
