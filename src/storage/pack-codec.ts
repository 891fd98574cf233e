/**
 * Packs: the stored form of a graph. A pack holds a run of events in the order of acceptance;
 * values that repeat within it are stored once. Older formats stay readable.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import type { TraceEvent } from "../protocol/events.ts";

/** JSON characters of one pack before compression; keeps the compressed row under 2 MB. */
export const PACK_TARGET_CHARS = 1_500_000;

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
