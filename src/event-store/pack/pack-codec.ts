/**
 * Reads and writes packs. The database stores each graph as packs. A pack contains consecutive
 * events, in the order in which the graph accepted them.
 *
 * A pack stores the texts of its events apart from the other fields, which are in columns. A text
 * is split into chunks. Each distinct chunk is stored only once: in this pack or in an earlier pack
 * of the graph. An event refers to the chunks of its texts by number.
 *
 *     byte 0      version of the pack format, always 1
 *     bytes 1–4   length of `ids` in bytes, little endian
 *     bytes 5–8   length of `head` in bytes, little endian
 *     ids         ids of the events, see `id-list.ts`
 *     head        compressed. It contains the length of the JSON in four bytes, the JSON
 *                 (`PackHead`), and the binary parts in the order of `PackHead.parts`
 *     blocks      compressed blocks of chunks, in the order of `PackHead.blocks`
 *
 * Reading a pack with another version throws an error.
 */
import { Buffer } from "node:buffer";
import type { GraphEvent, TraceEvent } from "../../protocol/events/events.ts";
import { parseExact } from "../../protocol/json/exact-json.ts";
import { compressed, decompressed, joined } from "./compression.ts";
import { type EventColumns, readSkeletons, type Skeleton } from "./event-columns.ts";
import { EventColumnsWriter } from "./event-columns-writer.ts";
import { decodeIds, encodeIds } from "./id-list.ts";
import { PackTexts, type ReachableChunks, readRefs, readSizes } from "./pack-texts.ts";

/**
 * Maximum number of UTF-8 bytes of the events in one pack, before compression. It keeps even the
 * largest and least compressible pack below the 2 MB of a database row.
 */
export const PACK_TARGET_BYTES = 1_500_000;

const FORMAT = 1;
const PREFIX_BYTES = 9;
const LENGTH_BYTES = 4;

/** The JSON at the beginning of a pack's head. The binary parts of the head follow it. */
interface PackHead extends Pick<EventColumns, "names" | "columns" | "shapes"> {
  /** Number of the pack's first chunk, counted over all packs of a graph. */
  readonly first: number;
  readonly blocks: Blocks;
  /**
   * Number of bytes of each binary part: the order of shapes, the references to texts, the sizes of
   * chunks, then each column.
   */
  readonly parts: readonly number[];
}

type Blocks = readonly (readonly [bytes: number, chunks: number])[];

export interface Pack {
  readonly first: number;
  readonly blocks: Blocks;
  /** Length of each chunk in the pack: `bytes` in UTF-8 bytes, `chars` in UTF-16 code units. */
  readonly bytes: readonly number[];
  readonly chars: readonly number[];
  readonly events: Iterable<Skeleton>;
  readonly body: Uint8Array;
  /** Offset of the first block in the bytes of the pack. */
  readonly blocksAt: number;
}

export interface EncodedPack {
  readonly body: Uint8Array;
  /** The ids of the events, encoded by `id-list.ts`. */
  readonly ids: Uint8Array;
  /** Hashes of the chunks that this pack contains, in the order of the chunks' numbers. */
  readonly hashes: readonly string[];
  readonly headers: readonly GraphEvent[];
  readonly users: ReadonlySet<string>;
}

const NO_CHUNKS: ReachableChunks = { next: 0, numbers: new Map() };

/** Builds a pack event by event. Between two events, the caller can let other requests run. */
export class PackWriter {
  readonly #first: number;
  readonly #texts: PackTexts;
  readonly #events: EventColumnsWriter;
  readonly #headers: GraphEvent[] = [];
  readonly #users = new Set<string>();

  constructor(reachable: ReachableChunks = NO_CHUNKS) {
    this.#first = reachable.next;
    const texts = new PackTexts(reachable);
    this.#texts = texts;
    this.#events = new EventColumnsWriter((text) => texts.number(text));
  }

  /** @param line the JSON text of the next event */
  add(line: string): void {
    const event = parseExact(line) as TraceEvent;
    if (event.type === "graph") this.#headers.push(event);
    if ("user" in event && event.user !== undefined) this.#users.add(event.user);
    this.#events.add(event);
  }

  end(): EncodedPack {
    const { ids, names, columns, shapes, order, bytes } = this.#events.end();
    const { refs, hashes, blocks, sizes } = this.#texts.end();
    const parts = [order, refs, sizes, ...bytes];
    const head: PackHead = {
      first: this.#first,
      blocks: blocks.map(({ body, chunks }) => [body.length, chunks]),
      ...{ names, columns, shapes },
      parts: parts.map(({ length }) => length),
    };
    const json = Buffer.from(JSON.stringify(head));
    const headBody = compressed(joined([lengthOf(json), json, ...parts]));
    const idsBody = encodeIds(ids);
    const bodies = blocks.map(({ body }) => body);
    return {
      body: joined([
        ...[Uint8Array.of(FORMAT), lengthOf(idsBody), lengthOf(headBody)],
        ...[idsBody, headBody, ...bodies],
      ]),
      ids: idsBody,
      ...{ hashes, headers: this.#headers, users: this.#users },
    };
  }
}

/** @param lines the JSON texts of the events */
export function encodePack(lines: readonly string[], reachable?: ReachableChunks): EncodedPack {
  const writer = new PackWriter(reachable);
  for (const line of lines) writer.add(line);
  return writer.end();
}

function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes.length);
  return length;
}

export function decodePack(body: Uint8Array): Pack {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes[0] !== FORMAT) throw new Error(`unknown pack format ${String(bytes[0])}`);
  return open(bytes);
}

function open(body: Buffer): Pack {
  const headAt = PREFIX_BYTES + body.readUInt32LE(1);
  const blocksAt = headAt + body.readUInt32LE(1 + LENGTH_BYTES);
  const head = decompressed(body.subarray(headAt, blocksAt));
  let at = LENGTH_BYTES + head.readUInt32LE(0);
  const { first, blocks, parts, ...named }: PackHead = JSON.parse(
    head.toString("utf8", LENGTH_BYTES, at),
  );
  const [order, refs, sizes, ...bytes] = parts.map((length) => {
    at += length;
    return head.subarray(at - length, at);
  });
  if (!order || !refs || !sizes) throw new Error("the head of a pack lacks a part");
  const texts = readRefs(refs);
  const ids = () => decodeIds(body.subarray(PREFIX_BYTES, headAt));
  return {
    ...{ first, blocks, body, blocksAt },
    ...readSizes(sizes),
    events: {
      [Symbol.iterator]: () => readSkeletons({ ...named, order, bytes, ids: ids() }, texts),
    },
  };
}
