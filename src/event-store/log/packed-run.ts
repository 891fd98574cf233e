/**
 * A run is a series of log rows that became one pack. After that, the graph's Durable Object stores
 * these bytes in place of the rows:
 *
 *     byte 0      number of the layout, always 1
 *     bytes 1–12  lengths of the head, the starts and the ids, little endian
 *     head        JSON
 *     starts      for each batch: distance in events from the start of the previous batch, and mark
 *                 (a hash of the batch's id)
 *     ids         ids of the events, encoded as in packs
 *     hashes      hashes of the chunks that the pack contains
 */
import { Buffer } from "node:buffer";
import { ByteReader, ByteWriter } from "../pack/byte-columns.ts";
import { joined } from "../pack/compression.ts";
import { decodeIds } from "../pack/id-list.ts";
import type { EncodedPack } from "../pack/pack-codec.ts";
import { encodeHashes } from "../pack/recent-chunks.ts";
import type { BatchStart } from "./accepted-events.ts";
import type { Counts } from "./incoming-events.ts";

const LAYOUT = 1;
const PREFIX_BYTES = 13;

export interface PackedHead {
  readonly starts: readonly BatchStart[];
  readonly counts: Counts;
  readonly judged: boolean;
  readonly life?: string;
}

export interface PackedRun {
  readonly head: PackedHead;
  readonly ids: readonly string[];
  /** Hashes of the chunks in the pack, as `encodeHashes` writes them. */
  readonly hashes: Uint8Array;
}

export function encodeRun(
  { starts, ...head }: PackedHead,
  { ids, hashes }: Pick<EncodedPack, "ids" | "hashes">,
): Uint8Array {
  const headJson = Buffer.from(JSON.stringify(head));
  const startBytes = encodeStarts(starts);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt8(LAYOUT);
  prefix.writeUInt32LE(headJson.length, 1);
  prefix.writeUInt32LE(startBytes.length, 5);
  prefix.writeUInt32LE(ids.length, 9);
  return joined([prefix, headJson, startBytes, ids, encodeHashes(hashes)]);
}

export function decodeRun(stored: ArrayBuffer): PackedRun {
  const bytes = Buffer.from(stored);
  if (bytes[0] !== LAYOUT) throw new Error(`unknown layout of a packed row ${String(bytes[0])}`);
  const startsAt = PREFIX_BYTES + bytes.readUInt32LE(1);
  const idsAt = startsAt + bytes.readUInt32LE(5);
  const hashesAt = idsAt + bytes.readUInt32LE(9);
  const head = JSON.parse(bytes.toString("utf8", PREFIX_BYTES, startsAt));
  return {
    head: { ...head, starts: decodeStarts(bytes.subarray(startsAt, idsAt)) },
    ids: decodeIds(bytes.subarray(idsAt, hashesAt)),
    hashes: bytes.subarray(hashesAt),
  };
}

function encodeStarts(starts: readonly BatchStart[]): Uint8Array {
  const bytes = new ByteWriter();
  let before = 0;
  for (const [place, mark] of starts) {
    bytes.push(place - before);
    bytes.push(mark);
    before = place;
  }
  return bytes.end();
}

function decodeStarts(bytes: Uint8Array): BatchStart[] {
  const reader = new ByteReader(bytes);
  const starts: BatchStart[] = [];
  let place = 0;
  while (!reader.isAtEnd) {
    place += reader.next();
    starts.push([place, reader.next()]);
  }
  return starts;
}
