/**
 * The texts of a graph's packs. The packs stay compressed in memory; a text is put together when
 * somebody asks for it, and a bounded number of blocks is kept as they were read.
 */
import { inflateRawSync } from "node:zlib";
import { BoundedCache } from "../graph/bounded-cache.ts";
import { IntColumn } from "../graph/columns.ts";
import type { Pack, TextRef } from "./pack-codec.ts";

const KEPT_BLOCK_BYTES = 8 * 1024 * 1024;

interface Block {
  readonly body: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Chunks of one pack: from number `first` on, they stand at `at` and after. */
interface Numbered {
  readonly first: number;
  readonly at: number;
}

export class PackedTexts {
  readonly #block = new IntColumn();
  readonly #offset = new IntColumn();
  readonly #bytes = new IntColumn();
  readonly #chars = new IntColumn();
  readonly #blocks: Block[] = [];
  readonly #numbered: Numbered[] = [];
  readonly #read = new BoundedCache<Buffer>(KEPT_BLOCK_BYTES, (block) => block.length);

  /** Takes the chunks of the pack that follows those added before. */
  add(pack: Pack): void {
    if (!pack.isAlone) this.#numbered.push({ first: pack.first, at: this.#block.size });
    let chunk = 0;
    let start = pack.blocksAt;
    for (const [bytes, chunks] of pack.blocks) {
      let offset = 0;
      for (const end = chunk + chunks; chunk < end; chunk++) {
        const length = pack.bytes[chunk] as number;
        this.#block.push(this.#blocks.length);
        this.#offset.push(offset);
        this.#bytes.push(length);
        this.#chars.push(pack.chars[chunk] as number);
        offset += length;
      }
      this.#blocks.push({ body: pack.body, start, end: start + bytes });
      start += bytes;
    }
  }

  /**
   * Where the runs of a reference stand: first, count, first, count, …. The reference is one of the
   * pack that was added last.
   */
  placesOf(pack: Pack, ref: number | readonly number[]): number[] {
    const runs = typeof ref === "number" ? [ref, 1] : ref;
    return runs.map((number, i) => (i % 2 === 0 ? this.#placeOf(pack, number) : number));
  }

  chars(places: readonly number[]): number {
    let chars = 0;
    for (const chunk of chunksIn(places)) chars += this.#chars.at(chunk);
    return chars;
  }

  text(places: readonly number[]): string {
    let text = "";
    for (const chunk of chunksIn(places)) {
      const block = this.#blockOf(this.#block.at(chunk));
      const offset = this.#offset.at(chunk);
      const end = offset + this.#bytes.at(chunk);
      const isAscii = this.#bytes.at(chunk) === this.#chars.at(chunk);
      text += block.toString(isAscii ? "latin1" : "utf8", offset, end);
    }
    return text;
  }

  #placeOf(pack: Pack, number: number): number {
    if (pack.isAlone) return this.#block.size - pack.bytes.length + number;
    const home = this.#numbered.findLast(({ first }) => first <= number);
    if (home === undefined) throw new Error(`no pack holds chunk ${number}`);
    return home.at + number - home.first;
  }

  #blockOf(index: number): Buffer {
    return this.#read.getOrMake(index, () => {
      const { body, start, end } = this.#blocks[index] as Block;
      return inflateRawSync(body.subarray(start, end));
    });
  }
}

/** Reads a text of this pack, among the packs that it may take chunks from. */
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
