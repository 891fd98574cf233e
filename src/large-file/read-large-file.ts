/** Reads the text of a graph file of any size while it arrives. */
import type { Hashing } from "./hashing.ts";
import { ListSplitter } from "./list-splitter.ts";

export interface LargeFile {
  /** The parsed JSON. */
  readonly content: unknown;
  /** Hash that identifies the text. The service computes the same digest for a small file. */
  readonly digest: string;
  /** Number of NaN and Infinity values, which are read as null. */
  readonly nulls: number;
}

const DIGEST_CHARS = 22;

/**
 * @param onBytes receives the number of bytes of the text that were read so far
 * @throws UnreadableText
 */
export async function readLargeFile(
  text: AsyncIterable<Uint8Array>,
  hashing: Hashing,
  onBytes: (bytes: number) => void,
): Promise<LargeFile> {
  const splitter = new ListSplitter();
  const hash = hashing.begin();
  let bytes = 0;
  for await (const chunk of text) {
    hash.add(chunk);
    splitter.add(chunk);
    bytes += chunk.length;
    onBytes(bytes);
  }
  const content = splitter.end();
  return { content, digest: hash.end().slice(0, DIGEST_CHARS), nulls: splitter.nulls };
}
