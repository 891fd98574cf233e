/**
 * Writes the texts of a pack. A text consists of chunks. A chunk is stored only one time, in this
 * pack or in an earlier pack. Chunks are in compressed blocks, so reading one text need not
 * decompress all texts.
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { ByteReader, ByteWriter } from "./byte-columns.ts";
import { compressed, joined } from "./compression.ts";
import { chunkEnds } from "./content-chunks.ts";

/**
 * Size of a block in bytes, before compression. A reader always decompresses a whole block. Larger
 * blocks would hardly compress better.
 */
const BLOCK_BYTES = 128 * 1024;
/**
 * Only this many bytes of each chunk's SHA-256 hash are stored. A new pack compares its chunks with
 * the chunks of at most 16 earlier packs. Among so few chunks, two different chunks practically
 * never have the same ten bytes. Hashes do not compress, so more bytes would waste storage.
 */
export const HASH_BYTES = 10;

/**
 * A reference to a text says which chunks form the text. For a text of one chunk, it is the chunk's
 * number. For other texts, it is a list of runs: `[first, count, first, count, …]`. The form with
 * `json` is for a text with half a surrogate pair, which UTF-8 cannot represent. The chunks then
 * contain the text as JSON.
 */
export type TextRef = number | readonly number[] | { readonly json: number | readonly number[] };

/** The chunks of earlier packs that the next pack can reuse. */
export interface ReachableChunks {
  /** Number for the next new chunk. */
  readonly next: number;
  readonly numbers: ReadonlyMap<string, number>;
}

interface Block {
  readonly body: Uint8Array;
  readonly chunks: number;
}

export class PackTexts {
  readonly #reachable: ReachableChunks;
  readonly #numbers = new Map<string, number>();
  readonly #refs = new RefWriter();
  readonly #own = new Map<string, number>();
  /**
   * Two values for each chunk: its length in UTF-8 bytes, and how much this length differs from the
   * chunk's length in UTF-16 code units.
   */
  readonly #sizes = new ByteWriter();
  readonly #blocks: Block[] = [];
  #block: Uint8Array[] = [];
  #blockBytes = 0;

  constructor(reachable: ReachableChunks) {
    this.#reachable = reachable;
  }

  /** Returns the text's index among the distinct texts of the pack. Adds the text if it is new. */
  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    const isJson = !text.isWellFormed();
    this.#refs.push(this.#chunks(isJson ? JSON.stringify(text) : text), isJson);
    return number;
  }

  end() {
    this.#endBlock();
    return {
      refs: this.#refs.end(),
      hashes: [...this.#own.keys()],
      blocks: this.#blocks,
      sizes: this.#sizes.end(),
    };
  }

  #chunks(text: string): number[] {
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
    return runs;
  }

  #chunk(bytes: Buffer, isAscii: boolean): number {
    const hash = createHash("sha256").update(bytes).digest().toString("latin1", 0, HASH_BYTES);
    const known = this.#own.get(hash) ?? this.#reachable.numbers.get(hash);
    if (known !== undefined) return known;
    const number = this.#reachable.next + this.#own.size;
    this.#own.set(hash, number);
    this.#sizes.push(bytes.length);
    this.#sizes.push(isAscii ? 0 : bytes.length - bytes.toString("utf8").length);
    this.#block.push(bytes);
    this.#blockBytes += bytes.length;
    if (this.#blockBytes >= BLOCK_BYTES) this.#endBlock();
    return number;
  }

  #endBlock(): void {
    if (this.#block.length === 0) return;
    const body = compressed(joined(this.#block));
    this.#blocks.push({ body, chunks: this.#block.length });
    this.#block = [];
    this.#blockBytes = 0;
  }
}

/**
 * Writes which chunks form each text. Consecutive chunks are written together, as one run. A run is
 * written as two numbers. The first says how far the start of the run is from the end of the
 * previous run. The second is the number of chunks in the run.
 */
class RefWriter {
  readonly #bytes = new ByteWriter();
  #expected = 0;

  push(runs: readonly number[], isJson: boolean): void {
    this.#bytes.push(runs.length + (isJson ? 1 : 0));
    for (let i = 0; i < runs.length; i += 2) {
      const [first, count] = [runs[i] as number, runs[i + 1] as number];
      this.#bytes.pushSigned(first - this.#expected);
      this.#bytes.push(count);
      this.#expected = first + count;
    }
  }

  end(): Uint8Array {
    return this.#bytes.end();
  }
}

export function readRefs(bytes: Uint8Array): TextRef[] {
  const reader = new ByteReader(bytes);
  const refs: TextRef[] = [];
  let expected = 0;
  while (!reader.isAtEnd) {
    const head = reader.next();
    const runs: number[] = [];
    while (runs.length + 1 < head) {
      const first = expected + reader.nextSigned();
      const count = reader.next();
      runs.push(first, count);
      expected = first + count;
    }
    const ref = runs.length === 2 && runs[1] === 1 ? (runs[0] as number) : runs;
    refs.push(head % 2 === 1 ? { json: ref } : ref);
  }
  return refs;
}

export function readSizes(sizes: Uint8Array): { bytes: number[]; chars: number[] } {
  const reader = new ByteReader(sizes);
  const [bytes, chars]: [number[], number[]] = [[], []];
  while (!reader.isAtEnd) {
    const length = reader.next();
    bytes.push(length);
    chars.push(length - reader.next());
  }
  return { bytes, chars };
}
