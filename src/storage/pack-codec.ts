/**
 * Packs: the stored form of a graph. A pack holds a run of events in the order of acceptance;
 * values that repeat within it are stored once. Older formats stay readable.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import type { TraceEvent } from "../protocol/events.ts";

/**
 * UTF-8 bytes of one pack before compression. With the largest event on top, text that compresses
 * badly still stays under the 2 MB of a row.
 */
export const PACK_TARGET_BYTES = 1_500_000;

const FORMAT = 1;

interface PackedEvents {
  readonly format: typeof FORMAT;
  readonly events: readonly TraceEvent[];
}

/** `lines` are the JSON texts of the events. */
export function encodePack(lines: readonly string[]): Uint8Array {
  return gzipSync(`{"format":${FORMAT},"events":[${lines.join(",")}]}`);
}

/** Throws on a format that this version does not know: such a pack is from a newer one. */
export function decodePack(body: Uint8Array): readonly TraceEvent[] {
  const pack: PackedEvents = JSON.parse(gunzipSync(body).toString("utf8"));
  if (pack.format !== FORMAT) throw new Error(`unknown pack format ${String(pack.format)}`);
  return pack.events;
}
