/** Reads a graph file of any size, plain or gzip. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Refused, readingProblem } from "../input-file.ts";
import { ListSplitter, UnreadableText } from "./list-splitter.ts";

export interface LargeFile {
  /** The parsed JSON. */
  readonly content: unknown;
  /** Identifies the text. Equal to the digest that the service computes for a small file. */
  readonly digest: string;
  /** Size of the text in bytes. */
  readonly bytes: number;
  /** Number of NaN and Infinity values, which are read as null. */
  readonly nulls: number;
}

const CHUNK_BYTES = 1024 * 1024;
const DIGEST_CHARS = 22;

/** @param onBytes called with the number of bytes of the text that were read so far */
export async function readLargeFile(
  path: string,
  onBytes: (bytes: number) => void,
): Promise<LargeFile | Refused> {
  const splitter = new ListSplitter();
  const hash = createHash("sha256");
  let bytes = 0;
  const read = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      splitter.add(chunk);
      bytes += chunk.length;
      onBytes(bytes);
    }
  };
  try {
    const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    if (await isGzip(path)) {
      await pipeline(stream, createGunzip({ chunkSize: CHUNK_BYTES }), read);
    } else await pipeline(stream, read);
    const content = splitter.end();
    const digest = hash.digest("base64url").slice(0, DIGEST_CHARS);
    return { content, digest, bytes, nulls: splitter.nulls };
  } catch (error) {
    if (error instanceof UnreadableText) return { refused: error.message };
    return { refused: readingProblem(path, error) };
  }
}

async function isGzip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>) {
    return chunk[0] === 0x1f && chunk[1] === 0x8b;
  }
  return false;
}
