/** The chunks that the next pack of a graph may take from the packs before it. */
import { HASH_BYTES, REACHED_PACKS, type ReachableChunks } from "./pack-codec.ts";

export class RecentChunks implements ReachableChunks {
  #next = 0;
  readonly #numbers = new Map<string, number>();
  /** Hashes by pack, the oldest first. */
  readonly #packs: (readonly string[])[] = [];

  get next(): number {
    return this.#next;
  }

  get numbers(): ReadonlyMap<string, number> {
    return this.#numbers;
  }

  /** Of the packs so far, the hashes of their chunks as `encodeHashes` wrote them. */
  static after(packs: readonly string[]): RecentChunks {
    const chunks = new RecentChunks();
    const reachable = Math.max(0, packs.length - REACHED_PACKS);
    for (const pack of packs.slice(0, reachable)) chunks.#next += countOf(pack);
    for (const pack of packs.slice(reachable)) chunks.add(decodeHashes(pack));
    return chunks;
  }

  /** @param hashes of the chunks of the pack that was stored last */
  add(hashes: readonly string[]): void {
    this.#packs.push(hashes);
    for (const hash of hashes) this.#numbers.set(hash, this.#next++);
    if (this.#packs.length <= REACHED_PACKS) return;
    const first = this.#next - this.#packs.reduce((sum, pack) => sum + pack.length, 0);
    this.#packs.shift()?.forEach((hash, i) => {
      // It may have been stored again since, under a newer number.
      if (this.#numbers.get(hash) === first + i) this.#numbers.delete(hash);
    });
  }
}

export function encodeHashes(hashes: readonly string[]): string {
  return Buffer.from(hashes.join(""), "latin1").toString("base64");
}

function countOf(encoded: string): number {
  return Buffer.byteLength(encoded, "base64") / HASH_BYTES;
}

export function decodeHashes(text: string): string[] {
  const bytes = Buffer.from(text, "base64").toString("latin1");
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, i) =>
    bytes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
