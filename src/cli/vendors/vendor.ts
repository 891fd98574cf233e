/** Defines a vendor: how to call its service, and how to turn its memory into events. */
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import type { VendorEvents } from "./vendor-events.ts";
import type { VendorRequests } from "./vendor-requests.ts";

/** A memory unit that MemTrace has stored in an earlier import. */
export interface StoredUnit {
  /** Variable id of its latest version. */
  readonly ref: string;
  /** Digest of what the vendor stored for the unit at that time. */
  readonly digest: string;
}

/** What to import, and what earlier imports have stored. */
export interface VendorReading {
  readonly requests: VendorRequests;
  readonly events: VendorEvents;
  /** The vendor's id of the user or agent whose memory is imported. */
  readonly owner: string;
  /** The vendor's id of the account. Empty if the vendor does not need one. */
  readonly account: string;
  /** The namespace of the owner's memory. Empty if the vendor has no namespaces. */
  readonly namespace: string;
  /** Unit name → what MemTrace has stored of the unit. */
  readonly stored: ReadonlyMap<string, StoredUnit>;
  /** Returns whether an earlier import has already sent this operation. */
  readonly isStored: (operation: string) => Promise<boolean>;
  /**
   * The time of the import, in milliseconds since the epoch. Used for a change that has no time.
   */
  readonly now: number;
}

export interface ReadPart {
  readonly events: readonly MemoryEvent[];
  /** Number of units that were not sent, because they have not changed since an earlier import. */
  readonly known?: number;
  /** Shown on the progress line. */
  readonly done: string;
}

export interface Vendor {
  readonly title: string;
  readonly url: string;
  readonly keyVariable: string;
  /** Which option names the owner of the memory: `--user` or `--agent`. */
  readonly owner: "user" | "agent";
  /**
   * Name of the environment variable that contains the account's id. Undefined if the key
   * identifies the account. A vendor that has this variable also needs a namespace.
   */
  readonly accountVariable?: string;
  /** One sentence for each fact that the vendor does not store. */
  readonly unknown: readonly string[];
  headers(key: string): Readonly<Record<string, string>>;
  /**
   * Yields the events in batches, in any order. The import sends a batch before it reads the next.
   */
  read(reading: VendorReading): AsyncGenerator<ReadPart>;
}
