/** Defines what a vendor is: how to call its service, and how to turn its memory into events. */
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import type { VendorEvents } from "./vendor-events.ts";
import type { VendorRequests } from "./vendor-requests.ts";

/** A memory unit that an earlier import stored. */
export interface StoredUnit {
  /** Variable id of the unit's latest version. */
  readonly ref: string;
  /** Digest of the `state` that an earlier import stored. */
  readonly digest: string;
}

/** What to import, and what earlier imports stored. */
export interface VendorReading {
  readonly requests: VendorRequests;
  readonly events: VendorEvents;
  /** Id of the user or agent to whom the memory belongs. The vendor uses this id. */
  readonly owner: string;
  /** Id of the account at the vendor. Empty if the vendor does not need it. */
  readonly account: string;
  /** Namespace of the memory. Empty if the vendor has no namespaces. */
  readonly namespace: string;
  /** Maps the name of each stored unit to the unit. */
  readonly stored: ReadonlyMap<string, StoredUnit>;
  /** Whether an earlier import sent this operation. */
  readonly isStored: (operation: string) => Promise<boolean>;
  /**
   * When the import started, in milliseconds since the epoch. A change gets this time if the vendor
   * does not say when it happened.
   */
  readonly now: number;
}

export interface ReadPart {
  readonly events: readonly MemoryEvent[];
  /** Number of units that have not changed since an earlier import. They are not sent again. */
  readonly known?: number;
  /** Text for the progress line. */
  readonly done: string;
}

export interface Vendor {
  readonly title: string;
  readonly url: string;
  readonly keyVariable: string;
  /** With this option, `--user` or `--agent`, the person names the owner of the memory. */
  readonly owner: "user" | "agent";
  /**
   * Name of the environment variable that contains the account id. Undefined if the vendor knows
   * the account from the key. A vendor with this variable also needs a namespace.
   */
  readonly accountVariable?: string;
  /** What the vendor does not store. Each entry is one sentence. */
  readonly unknown: readonly string[];
  headers(key: string): Readonly<Record<string, string>>;
  /**
   * Reads the memory in batches, in any order. The import sends each batch before it asks for the
   * next one.
   */
  read(reading: VendorReading): AsyncGenerator<ReadPart>;
}
