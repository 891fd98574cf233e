/**
 * Stores and reads packs in R2. An R2 object contains consecutive packs of one graph and never
 * changes. Each read compares the packs with their checksums.
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { ColdPack } from "./cold-rows.ts";
import { PacksLost } from "./packs-lost.ts";

/**
 * Prefix of all keys. `deleteOrphans` lists only these keys, so it never deletes other objects in
 * the bucket.
 */
const PREFIX = "packs/";
/** Maximum number of keys in one delete request. */
const KEYS_AT_ONCE = 1_000;
/** R2's error for a range that begins after the end of the object. */
const OUT_OF_RANGE = /\b10039\b|range.*not satisfiable/i;

export interface ColdObject {
  readonly project: string;
  readonly graph: string;
  /** Sequence number of the first pack; `through` is that of the last pack. */
  readonly sequence: number;
  readonly through: number;
  readonly key: string;
  readonly packs: readonly ColdPack[];
}

export class ColdBucket {
  readonly #bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  /** @param random a text that no other object's key contains */
  static keyOf(project: string, random: string): string {
    return `${PREFIX}${project}/${random}`;
  }

  static projectOf(key: string): string {
    return key.slice(PREFIX.length, key.lastIndexOf("/"));
  }

  async write(object: ColdObject, bodies: readonly Uint8Array[]): Promise<void> {
    const body = Buffer.concat(bodies);
    // With `sha256`, R2 refuses the object if its bytes changed on the way to R2.
    await this.#bucket.put(object.key, body, { sha256: hashOf(body) });
  }

  /**
   * Returns undefined if the object does not exist.
   * @param from index of the first pack
   * @param to index of the last pack plus one
   * @throws PacksLost if a pack does not match its checksum
   */
  async read(
    object: ColdObject,
    from = 0,
    to = object.packs.length,
  ): Promise<Buffer[] | undefined> {
    const { packs } = object;
    const offset = bytesOf(packs.slice(0, from));
    const wanted = packs.slice(from, to);
    const range = { offset, length: bytesOf(wanted) };
    const found = await this.#bucket.get(object.key, { range }).catch((error: unknown) => {
      if (OUT_OF_RANGE.test(String(error))) throw new PacksLost(object, "differs");
      throw error;
    });
    if (found === null) return undefined;
    const bytes = Buffer.from(await found.arrayBuffer());
    let at = 0;
    return wanted.map((pack) => {
      const body = bytes.subarray(at, at + pack.bytes);
      at += pack.bytes;
      if (hashOf(body) !== pack.sha256) throw new PacksLost(object, "differs");
      return body;
    });
  }

  /** Deletes the objects with these keys. Ignores keys that do not exist. */
  async delete(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
      await this.#bucket.delete(keys.slice(from, from + KEYS_AT_ONCE));
  }

  /**
   * Lists a page of keys in ascending order.
   * @param after the last key of the previous page
   * @returns the keys; `next` is undefined if no page follows
   */
  async list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly keys: string[]; readonly next: string | undefined }> {
    const page = await this.#bucket.list({
      ...{ prefix: PREFIX, limit },
      ...(after === undefined ? {} : { startAfter: after }),
    });
    const keys = page.objects.map(({ key }) => key);
    return { keys, next: page.truncated ? keys.at(-1) : undefined };
  }
}

export function describePack(pack: Omit<ColdPack, "bytes" | "sha256">, body: Uint8Array): ColdPack {
  const { sequence, last } = pack;
  return { sequence, last, bytes: body.length, sha256: hashOf(body) };
}

function hashOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

function bytesOf(packs: readonly ColdPack[]): number {
  return packs.reduce((sum, { bytes }) => sum + bytes, 0);
}
