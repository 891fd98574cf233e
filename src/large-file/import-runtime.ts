/** The functions that a large import needs from its runtime, Node or a browser. */
import type { Hashing } from "./hashing.ts";

export interface ImportRuntime {
  readonly hashing: Hashing;
  readonly gzip: (text: string) => Promise<PackedBody>;
  /** Lets the runtime do other tasks, such as sending and receiving. */
  readonly giveWay: () => Promise<void>;
  /** Time of the import, in milliseconds since 1970. */
  readonly now: number;
}

export type PackedBody = Uint8Array<ArrayBuffer>;
