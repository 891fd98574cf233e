/**
 * Packs: the stored form of a graph. A pack holds a run of events in the order of acceptance.
 *
 * Format 2 keeps the events' structure apart from their texts. Texts are chunks, each stored once:
 * an event names them by number, and they may stand in one of the packs before. Chunks lie in
 * compressed blocks, so that one text is read without the others.
 *
 *     byte 0      2
 *     bytes 1–4   length of the compressed head, little endian
 *     head        JSON, compressed, see `PackHead`
 *     blocks      compressed each, in the order of the head's list
 *
 * Format 1, gzip of `{"format":1,"events":[…]}`, is read as well. What a newer version wrote throws.
 */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { Detail } from "../graph/event-table.ts";
import type { TraceEvent } from "../protocol/events.ts";
import { compressed, decompressed } from "./compression.ts";
import { chunkEnds } from "./content-chunks.ts";

/**
 * UTF-8 bytes of one pack before compression. With the largest event on top, text that compresses
 * badly still stays under the 2 MB of a row.
 */
export const PACK_TARGET_BYTES = 1_500_000;

/** Packs that a pack may take chunks from. Older ones are stored again: reading stays bounded. */
export const REACHED_PACKS = 16;

const FORMAT = 2;
const PREFIX_BYTES = 5;
/** A block is read whole; larger ones compress little better. */
const BLOCK_BYTES = 128 * 1024;
/** Of SHA-256: enough to tell the chunks of sixteen packs apart. They do not compress. */
export const HASH_BYTES = 10;

/**
 * A text: one chunk, or runs of chunks as first, count, first, count, …. Text with half a surrogate
 * pair, which UTF-8 cannot write, is stored as the JSON of it.
 */
export type TextRef = number | readonly number[] | { readonly json: number | readonly number[] };

/** An event without its texts: `value` or `splice.insert` is a reference, `rest` that of its detail. */
export type Skeleton = Record<string, unknown> & { readonly rest?: TextRef };

interface PackHead {
  /** Number of the first chunk. */
  readonly first: number;
  /** Of each chunk its bytes, and its length in UTF-16 code units. */
  readonly bytes: readonly number[];
  readonly chars: readonly number[];
  /** Of each block its compressed bytes and its chunks. */
  readonly blocks: readonly (readonly [bytes: number, chunks: number])[];
  readonly events: readonly Skeleton[];
}

export interface Pack extends PackHead {
  readonly body: Uint8Array;
  /** Where in the body the first block begins. */
  readonly blocksAt: number;
  /** A pack of format 1 was made before chunks had numbers: no other takes from it. */
  readonly isAlone: boolean;
}

/** The chunks that the next pack may take from those before it. */
export interface ReachableChunks {
  /** Number of the next new chunk. */
  readonly next: number;
  readonly numbers: ReadonlyMap<string, number>;
}

export interface EncodedPack {
  readonly body: Uint8Array;
  /** Hashes of the chunks that this pack holds, in the order of their numbers. */
  readonly hashes: readonly string[];
}

const NO_CHUNKS: ReachableChunks = { next: 0, numbers: new Map() };

/** `lines` are the JSON texts of the events. */
export function encodePack(
  lines: readonly string[],
  reachable: ReachableChunks = NO_CHUNKS,
): EncodedPack {
  const writer = new ChunkWriter(reachable);
  const events = lines.map((line) => writer.skeletonOf(JSON.parse(line)));
  const { hashes, blocks, bytes, chars } = writer.end();
  const head: PackHead = {
    first: reachable.next,
    bytes,
    chars,
    blocks: blocks.map(({ body, chunks }) => [body.length, chunks]),
    events,
  };
  const headBody = compressed(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt8(FORMAT);
  prefix.writeUInt32LE(headBody.length, 1);
  return { body: Buffer.concat([prefix, headBody, ...blocks.map(({ body }) => body)]), hashes };
}

export function decodePack(body: Uint8Array): Pack {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes[0] === GZIP_MAGIC) return upgraded(bytes);
  if (bytes[0] !== FORMAT) throw new Error(`unknown pack format ${String(bytes[0])}`);
  const blocksAt = PREFIX_BYTES + bytes.readUInt32LE(1);
  const head = decompressed(bytes.subarray(PREFIX_BYTES, blocksAt)).toString("utf8");
  return { ...(JSON.parse(head) as PackHead), body, blocksAt, isAlone: false };
}

const GZIP_MAGIC = 0x1f;

function upgraded(bytes: Buffer): Pack {
  const pack: { format: number; events: TraceEvent[] } = JSON.parse(
    gunzipSync(bytes).toString("utf8"),
  );
  if (pack.format !== 1) throw new Error(`unknown pack format ${String(pack.format)}`);
  const lines = pack.events.map((event) => JSON.stringify(event));
  return { ...decodePack(encodePack(lines).body), isAlone: true };
}

interface Block {
  readonly body: Uint8Array;
  readonly chunks: number;
}

class ChunkWriter {
  readonly #reachable: ReachableChunks;
  readonly #own = new Map<string, number>();
  readonly #bytes: number[] = [];
  readonly #chars: number[] = [];
  readonly #blocks: Block[] = [];
  #block: Uint8Array[] = [];
  #blockBytes = 0;

  constructor(reachable: ReachableChunks) {
    this.#reachable = reachable;
  }

  /** The event without its texts, which go into chunks. */
  skeletonOf(event: TraceEvent): Skeleton {
    if (event.type !== "variable" && event.type !== "link" && event.type !== "operation") {
      return event;
    }
    const { comment, metadata, source, origin, ...skeleton } = event;
    const detail: { -readonly [K in keyof Detail]: Detail[K] } = {};
    if (comment !== undefined) detail.comment = comment;
    if (metadata !== undefined) detail.metadata = metadata;
    if (source !== undefined) detail.source = source;
    if (origin !== undefined) detail.origin = origin;
    if (skeleton.type === "operation" && skeleton.error !== undefined) {
      detail.error = skeleton.error;
      delete skeleton.error;
    }
    const kept: Record<string, unknown> = skeleton;
    if (skeleton.type === "variable") {
      const { value, splice } = skeleton;
      if (value !== undefined) kept.value = this.#ref(value);
      if (splice !== undefined) kept.splice = { ...splice, insert: this.#ref(splice.insert) };
    }
    if (Object.keys(detail).length > 0) kept.rest = this.#ref(JSON.stringify(detail));
    return kept;
  }

  end() {
    this.#endBlock();
    return {
      hashes: [...this.#own.keys()],
      blocks: this.#blocks,
      bytes: this.#bytes,
      chars: this.#chars,
    };
  }

  #ref(text: string): TextRef {
    return text.isWellFormed() ? this.#chunks(text) : { json: this.#chunks(JSON.stringify(text)) };
  }

  #chunks(text: string): number | number[] {
    const bytes = Buffer.from(text, "utf8");
    const isAscii = bytes.length === text.length;
    const runs: number[] = [];
    let start = 0;
    for (const end of chunkEnds(bytes)) {
      const number = this.#chunk(bytes.subarray(start, end), isAscii);
      const count = runs.length - 1;
      if (count > 0 && (runs[count - 1] as number) + (runs[count] as number) === number) {
        runs[count] = (runs[count] as number) + 1;
      } else runs.push(number, 1);
      start = end;
    }
    return runs.length === 2 && runs[1] === 1 ? (runs[0] as number) : runs;
  }

  #chunk(bytes: Buffer, isAscii: boolean): number {
    const hash = createHash("sha256").update(bytes).digest().toString("latin1", 0, HASH_BYTES);
    const known = this.#own.get(hash) ?? this.#reachable.numbers.get(hash);
    if (known !== undefined) return known;
    const number = this.#reachable.next + this.#own.size;
    this.#own.set(hash, number);
    this.#bytes.push(bytes.length);
    this.#chars.push(isAscii ? bytes.length : bytes.toString("utf8").length);
    this.#block.push(bytes);
    this.#blockBytes += bytes.length;
    if (this.#blockBytes >= BLOCK_BYTES) this.#endBlock();
    return number;
  }

  #endBlock(): void {
    if (this.#block.length === 0) return;
    const body = compressed(Buffer.concat(this.#block));
    this.#blocks.push({ body, chunks: this.#block.length });
    this.#block = [];
    this.#blockBytes = 0;
  }
}
