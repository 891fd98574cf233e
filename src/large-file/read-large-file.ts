/** Parses a graph file of any size while its bytes arrive. */
import type { Hashing } from "./hashing.ts";
import { ListSplitter } from "./list-splitter.ts";

export interface LargeFile {
  readonly content: unknown;
  /**
   * A hash of the file's text. The service computes the same hash if the file is uploaded in one
   * request.
   */
  readonly digest: string;
  /** Number of NaN and Infinity values. They become null. */
  readonly nulls: number;
}

const DIGEST_CHARS = 22;

/**
 * @param onBytes gets the number of bytes read so far
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
