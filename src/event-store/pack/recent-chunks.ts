import { Buffer } from "node:buffer";
import { HASH_BYTES, type ReachableChunks } from "./pack-texts.ts";

/**
 * Number of earlier packs whose chunks a new pack can reuse. Chunks of older packs are stored
 * again, so reading one pack needs at most this many other packs.
 */
export const REACHED_PACKS = 16;

export class RecentChunks implements ReachableChunks {
  #next = 0;
  readonly #numbers = new Map<string, number>();
  /** The hashes of each pack's chunks, oldest pack first. */
  readonly #packs: (readonly string[])[] = [];

  get next(): number {
    return this.#next;
  }

  get numbers(): ReadonlyMap<string, number> {
    return this.#numbers;
  }

  /** @param packs for each earlier pack: its chunk hashes, as `encodeHashes` wrote them */
  static after(packs: readonly Uint8Array[]): RecentChunks {
    const chunks = new RecentChunks();
    const reachable = Math.max(0, packs.length - REACHED_PACKS);
    for (const pack of packs.slice(0, reachable)) chunks.#next += countOf(pack);
    for (const pack of packs.slice(reachable)) chunks.add(decodeHashes(pack));
    return chunks;
  }

  /** @param hashes chunk hashes of the newly stored pack */
  add(hashes: readonly string[]): void {
    this.#packs.push(hashes);
    for (const hash of hashes) this.#numbers.set(hash, this.#next++);
    if (this.#packs.length <= REACHED_PACKS) return;
    const first = this.#next - this.#packs.reduce((sum, pack) => sum + pack.length, 0);
    this.#packs.shift()?.forEach((hash, i) => {
      // A later pack may have stored the same chunk again, under another number. The hash then
      // belongs to that later number, so do not delete it.
      if (this.#numbers.get(hash) === first + i) this.#numbers.delete(hash);
    });
  }
}

export function encodeHashes(hashes: readonly string[]): Uint8Array {
  return Buffer.from(hashes.join(""), "latin1");
}

function countOf(encoded: Uint8Array): number {
  return encoded.length / HASH_BYTES;
}

export function decodeHashes(encoded: Uint8Array): string[] {
  const text = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length).toString("latin1");
  return Array.from({ length: countOf(encoded) }, (_, i) =>
    text.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
