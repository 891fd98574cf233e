/**
 * The texts of a graph's packs. Packs stay compressed in memory, and texts are decompressed on
 * demand. The cache of decompressed blocks has a maximum size.
 */
import { BoundedCache } from "../../graph/columns/bounded-cache.ts";
import { CountColumn, lowerBound } from "../../graph/columns/columns.ts";
import { decompressed } from "./compression.ts";
import type { Pack } from "./pack-codec.ts";
import type { TextRef } from "./pack-texts.ts";

const KEPT_BLOCK_BYTES = 4 * 1024 * 1024;

interface Block {
  /**
   * The chunks of all packs form one list, and their bytes form one sequence. `chunk` is the index
   * of the block's first chunk in this list. `offset` is the position of the chunk's first byte in
   * this sequence.
   */
  readonly chunk: number;
  readonly offset: number;
  /** `body` contains the bytes of the pack. The block is in `body` from `start` to `end`. */
  readonly body: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Maps the chunk numbers of one pack to indexes in `PackedTexts`. The chunk with the number `first`
 * has the index `at`, the next chunk has the index `at + 1`, and so on.
 */
interface Numbered {
  readonly first: number;
  readonly at: number;
}

export class PackedTexts {
  /** For each chunk, the number of bytes of this chunk and all chunks before it. */
  readonly #ends = new CountColumn();
  /**
   * Maps the index of a chunk with non-ASCII characters to its number of UTF-16 code units. For
   * other chunks, this number equals the number of bytes.
   */
  readonly #chars = new Map<number, number>();
  readonly #blocks: Block[] = [];
  readonly #numbered: Numbered[] = [];
  readonly #read = new BoundedCache<Buffer>(KEPT_BLOCK_BYTES, (block) => block.length);

  add(pack: Pack): void {
    const at = this.#ends.size;
    this.#numbered.push({ first: pack.first, at });
    let chunk = 0;
    let start = pack.blocksAt;
    let offset = this.#startOf(at);
    for (const [bytes, chunks] of pack.blocks) {
      this.#blocks.push({ chunk: at + chunk, offset, body: pack.body, start, end: start + bytes });
      for (const end = chunk + chunks; chunk < end; chunk++) {
        const length = pack.bytes[chunk] as number;
        const chars = pack.chars[chunk] as number;
        if (chars !== length) this.#chars.set(at + chunk, chars);
        offset += length;
        this.#ends.push(offset);
      }
      start += bytes;
    }
  }

  /**
   * Converts the chunk numbers in a reference to indexes in this object. A reference is one number,
   * or a list `[first, count, first, count, …]`. Each pair of the list means `count` chunks, which
   * begin with the chunk `first`. Returns such a list. The reference must come from the pack that
   * was added last.
   */
  placesOf(_pack: Pack, ref: number | readonly number[]): number[] {
    const runs = typeof ref === "number" ? [ref, 1] : ref;
    return runs.map((number, i) => (i % 2 === 0 ? this.#placeOf(number) : number));
  }

  chars(places: readonly number[]): number {
    let chars = 0;
    for (const chunk of chunksIn(places)) {
      chars += this.#chars.get(chunk) ?? this.#ends.at(chunk) - this.#startOf(chunk);
    }
    return chars;
  }

  text(places: readonly number[]): string {
    let text = "";
    for (const chunk of chunksIn(places)) {
      const { bytes, offset } = this.#blockOf(chunk);
      const encoding = this.#chars.has(chunk) ? "utf8" : "latin1";
      text += bytes.toString(
        encoding,
        this.#startOf(chunk) - offset,
        this.#ends.at(chunk) - offset,
      );
    }
    return text;
  }

  trim(): void {
    this.#ends.trim();
  }

  get cachedBytes(): number {
    return this.#read.size;
  }

  #startOf(chunk: number): number {
    return chunk === 0 ? 0 : this.#ends.at(chunk - 1);
  }

  #placeOf(number: number): number {
    const home = this.#numbered.findLast(({ first }) => first <= number);
    if (home === undefined) throw new Error(`no pack holds chunk ${number}`);
    return home.at + number - home.first;
  }

  #blockOf(chunk: number): { readonly bytes: Buffer; readonly offset: number } {
    const index =
      lowerBound(this.#blocks.length, (i) => (this.#blocks[i]?.chunk ?? 0) <= chunk) - 1;
    const { offset, body, start, end } = this.#blocks[index] as Block;
    const bytes = this.#read.getOrMake(index, () => decompressed(body.subarray(start, end)));
    return { bytes, offset };
  }
}

/**
 * Reads a text of this pack. `texts` must contain every earlier pack whose chunks the text can use.
 */
export function readText(texts: PackedTexts, pack: Pack, ref: TextRef): string {
  if (typeof ref === "object" && "json" in ref) {
    return JSON.parse(texts.text(texts.placesOf(pack, ref.json)));
  }
  return texts.text(texts.placesOf(pack, ref));
}

function* chunksIn(places: readonly number[]): Iterable<number> {
  for (let i = 0; i < places.length; i += 2) {
    const first = places[i] as number;
    const end = first + (places[i + 1] as number);
    for (let chunk = first; chunk < end; chunk++) yield chunk;
  }
}
