/**
 * What a graph object keeps of a run of events after a pack took it, as bytes:
 *
 *     byte 0      4
 *     bytes 1–4   length of the head, little endian
 *     bytes 5–8   length of the ids, little endian
 *     head        JSON, compressed
 *     ids         of the events, as packs hold them
 *     hashes      of the chunks that the pack holds
 *
 * Earlier versions wrote the ids as packs of format 3 hold them, behind a 3; before that all of it
 * as one JSON: behind a 2 compressed, at first as gzip.
 */
import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import type { BatchStart } from "./accepted-events.ts";
import { compressed, decompressed, joined } from "./compression.ts";
import { idsOfFormat3 } from "./earlier-packs.ts";
import { decodeIds } from "./id-list.ts";
import type { Counts } from "./incoming-events.ts";
import type { EncodedPack } from "./pack-codec.ts";
import { encodeHashes } from "./recent-chunks.ts";

const LAYOUT = 4;
const LAYOUT_3 = 3;
const LAYOUT_2 = 2;
const PREFIX_BYTES = 9;

export interface PackedHead {
  /** Missing in rows of the earliest layout. */
  readonly starts?: readonly BatchStart[];
  readonly counts: Counts;
  readonly judged: boolean;
  readonly life?: string;
}

export interface PackedRun {
  readonly head: PackedHead;
  readonly ids: readonly string[];
  /** Of the chunks that the pack holds, as `encodeHashes` writes them. */
  readonly hashes: Uint8Array;
}

export function encodeRun(
  head: PackedHead,
  { ids, hashes }: Pick<EncodedPack, "ids" | "hashes">,
): Uint8Array {
  const headBody = compressed(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt8(LAYOUT);
  prefix.writeUInt32LE(headBody.length, 1);
  prefix.writeUInt32LE(ids.length, 5);
  return joined([prefix, headBody, ids, encodeHashes(hashes)]);
}

export function decodeRun(stored: ArrayBuffer): PackedRun {
  const bytes = Buffer.from(stored);
  if (bytes[0] !== LAYOUT && bytes[0] !== LAYOUT_3) return decodeRunOfJson(bytes);
  const readIds = bytes[0] === LAYOUT ? decodeIds : idsOfFormat3;
  const idsAt = PREFIX_BYTES + bytes.readUInt32LE(1);
  const hashesAt = idsAt + bytes.readUInt32LE(5);
  return {
    head: JSON.parse(decompressed(bytes.subarray(PREFIX_BYTES, idsAt)).toString("utf8")),
    ids: readIds(bytes.subarray(idsAt, hashesAt)),
    hashes: bytes.subarray(hashesAt),
  };
}

interface RunOfJson extends PackedHead {
  readonly ids: readonly string[];
  readonly chunks?: string;
}

function decodeRunOfJson(bytes: Buffer): PackedRun {
  const text = bytes[0] === LAYOUT_2 ? decompressed(bytes.subarray(1)) : gunzipSync(bytes);
  const { ids, chunks, ...head }: RunOfJson = JSON.parse(text.toString("utf8"));
  return { head, ids, hashes: Buffer.from(chunks ?? "", "base64") };
}
