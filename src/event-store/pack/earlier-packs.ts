/**
 * Packs as earlier versions wrote them. They are never written again, and stay readable.
 *
 * Format 3: the ids are compressed JSON, all else is as in format 4. Format 2: byte 0 is 2, bytes 1–4 the length of the compressed head, little endian; the head, JSON; then the
 * blocks. Format 1: gzip of `{"format":1,"events":[…]}`.
 */
import { gunzipSync } from "node:zlib";
import { decompressed } from "./compression.ts";
import type { Skeleton } from "./event-columns.ts";
import type { Pack } from "./pack-codec.ts";

const PREFIX_BYTES = 5;

interface Head2 extends Pick<Pack, "first" | "bytes" | "chars" | "blocks"> {
  readonly events: readonly Skeleton[];
}

export function openFormat2(body: Buffer): Pack {
  const blocksAt = PREFIX_BYTES + body.readUInt32LE(1);
  const head: Head2 = JSON.parse(
    decompressed(body.subarray(PREFIX_BYTES, blocksAt)).toString("utf8"),
  );
  return { ...head, body, blocksAt, isAlone: false };
}

export function idsOfFormat3(ids: Uint8Array): string[] {
  return JSON.parse(decompressed(ids).toString("utf8"));
}

/** The JSON texts of its events. */
export function linesOfFormat1(body: Buffer): string[] {
  const pack: { readonly format: number; readonly events: readonly unknown[] } = JSON.parse(
    gunzipSync(body).toString("utf8"),
  );
  if (pack.format !== 1) throw new Error(`unknown pack format ${String(pack.format)}`);
  return pack.events.map((event) => JSON.stringify(event));
}
