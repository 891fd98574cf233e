/** What each vendor's importer has: where its service is, and how its memory becomes events. */
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import type { VendorEvents } from "./vendor-events.ts";
import type { VendorRequests } from "./vendor-requests.ts";

/** A unit that the service of MemTrace holds. */
export interface StoredUnit {
  /** Id of its latest version. */
  readonly ref: string;
  /** Of the vendor's state of the unit. */
  readonly digest: string;
}

/** What an importer reads from, and what it knows of earlier imports. */
export interface VendorReading {
  readonly requests: VendorRequests;
  readonly events: VendorEvents;
  /** Whose memory: the vendor's id of a user or an agent. */
  readonly owner: string;
  /** By the name of the unit. */
  readonly stored: ReadonlyMap<string, StoredUnit>;
  /** Whether an earlier import sent the operation. */
  readonly isStored: (operation: string) => Promise<boolean>;
  /** The time of the import, for what has no time of its own. */
  readonly now: number;
}

export interface ReadPart {
  readonly events: readonly MemoryEvent[];
  /** Units whose stored state is the vendor's, so that nothing of them is sent. */
  readonly known?: number;
  /** For the progress line. */
  readonly done: string;
}

export interface Vendor {
  readonly title: string;
  readonly url: string;
  readonly keyVariable: string;
  /** The option that names whose memory is imported. */
  readonly owner: "user" | "agent";
  /** What the vendor's data cannot tell, one sentence each. */
  readonly unknown: readonly string[];
  headers(key: string): Readonly<Record<string, string>>;
  /** Parts in any order. Each is sent before the next one is read. */
  read(reading: VendorReading): AsyncGenerator<ReadPart>;
}
