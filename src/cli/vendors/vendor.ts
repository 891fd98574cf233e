/** Defines how to call a vendor's service, and how to turn its memory into events. */
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import type { VendorEvents } from "./vendor-events.ts";
import type { VendorRequests } from "./vendor-requests.ts";

/** A memory unit that an earlier import stored. */
export interface StoredUnit {
  /** Variable id of the latest version. */
  readonly ref: string;
  /** Digest of the `state` that an earlier import stored. */
  readonly digest: string;
}

/** What to import, and what earlier imports stored. */
export interface VendorReading {
  readonly requests: VendorRequests;
  readonly events: VendorEvents;
  /** The vendor's id of the user or agent that has the memory. */
  readonly owner: string;
  /** The vendor's account id. Empty if the vendor needs none. */
  readonly account: string;
  /** Namespace of the memory. Empty if the vendor has no namespaces. */
  readonly namespace: string;
  /** Unit name → stored unit. */
  readonly stored: ReadonlyMap<string, StoredUnit>;
  /** Whether an earlier import sent this operation. */
  readonly isStored: (operation: string) => Promise<boolean>;
  /** Time of the import, in milliseconds since the epoch. Used for changes without a time. */
  readonly now: number;
}

export interface ReadPart {
  readonly events: readonly MemoryEvent[];
  /** Number of units that were not sent, because they are unchanged since an earlier import. */
  readonly known?: number;
  /** Text for the progress line. */
  readonly done: string;
}

export interface Vendor {
  readonly title: string;
  readonly url: string;
  readonly keyVariable: string;
  /** The option that names the memory's user or agent: `--user` or `--agent`. */
  readonly owner: "user" | "agent";
  /**
   * Name of the environment variable that contains the account id. Undefined if the vendor knows
   * the account from the key. A vendor with this variable also needs a namespace.
   */
  readonly accountVariable?: string;
  /** Says what an import cannot find out, such as "Zep does not list searches." */
  readonly unknown: readonly string[];
  headers(key: string): Readonly<Record<string, string>>;
  /** Yields batches in any order. The import sends each batch before reading the next. */
  read(reading: VendorReading): AsyncGenerator<ReadPart>;
}
