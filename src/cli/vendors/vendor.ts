/** Defines a vendor: its service, and how its memory becomes events. */
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import type { VendorEvents } from "./vendor-events.ts";
import type { VendorRequests } from "./vendor-requests.ts";

/** A unit that MemTrace stores. */
export interface StoredUnit {
  /** Id of its latest version. */
  readonly ref: string;
  /** Digest of the vendor's state of the unit. */
  readonly digest: string;
}

/** The source of an import, and the results of earlier imports. */
export interface VendorReading {
  readonly requests: VendorRequests;
  readonly events: VendorEvents;
  /** The vendor's id of the user or agent whose memory is imported. */
  readonly owner: string;
  /** The vendor's id of the account; empty if the vendor needs none. */
  readonly account: string;
  /** The namespace that holds the owner's memory; empty if the vendor has none. */
  readonly namespace: string;
  /** For each stored unit: its name, and what MemTrace stores of it. */
  readonly stored: ReadonlyMap<string, StoredUnit>;
  /** Whether an earlier import sent the operation. */
  readonly isStored: (operation: string) => Promise<boolean>;
  /** The time of the import. Used for changes without a time of their own. */
  readonly now: number;
}

export interface ReadPart {
  readonly events: readonly MemoryEvent[];
  /** Number of units that did not change since an earlier import, so they are not sent. */
  readonly known?: number;
  /** Text for the progress line. */
  readonly done: string;
}

export interface Vendor {
  readonly title: string;
  readonly url: string;
  readonly keyVariable: string;
  /** The option that names whose memory is imported. */
  readonly owner: "user" | "agent";
  /**
   * The environment variable with the id of the account. Absent if the key identifies the account.
   * A vendor with this variable also needs a namespace.
   */
  readonly accountVariable?: string;
  /** What the vendor's data does not show, one sentence each. */
  readonly unknown: readonly string[];
  headers(key: string): Readonly<Record<string, string>>;
  /** Yields the events in parts, in any order. Each part is sent before the next one is read. */
  read(reading: VendorReading): AsyncGenerator<ReadPart>;
}
