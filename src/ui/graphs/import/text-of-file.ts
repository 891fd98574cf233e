/** Reads the text of a picked file. Decompresses the file if its first bytes are those of gzip. */

const GZIP_MARK = [0x1f, 0x8b];

/** The gzip data is damaged. The message tells the person what to do. */
export class DamagedFile extends Error {}

/** @throws DamagedFile when the caller asks for the next chunk and it cannot be decompressed */
export async function* chunksOf(file: File): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = (await textOf(file)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    throw new DamagedFile("its gzip data is damaged. Copy or compress it again.");
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function textOf(file: File): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const start = new Uint8Array(await file.slice(0, GZIP_MARK.length).arrayBuffer());
  const isGzip = GZIP_MARK.every((byte, index) => start[index] === byte);
  if (!isGzip) return file.stream();
  return file.stream().pipeThrough(new DecompressionStream("gzip"));
}

/**
 * Returns undefined if the text has more than `maxBytes`.
 * @throws DamagedFile
 */
export async function textUpTo(file: File, maxBytes: number): Promise<Blob | undefined> {
  if (file.size > maxBytes) return undefined;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of chunksOf(file)) {
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return new Blob(parts);
}
