/** The text of a picked file, plain or gzip. The content decides, not the name. */

const GZIP_MARK = [0x1f, 0x8b];

export async function textOf(file: File): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const start = new Uint8Array(await file.slice(0, GZIP_MARK.length).arrayBuffer());
  const isGzip = GZIP_MARK.every((byte, index) => start[index] === byte);
  if (!isGzip) return file.stream();
  return file.stream().pipeThrough(new DecompressionStream("gzip"));
}

/**
 * The text of the file if it has at most `maxBytes`; otherwise undefined.
 *
 * @throws Error if the gzip data is damaged
 */
export async function textUpTo(file: File, maxBytes: number): Promise<Blob | undefined> {
  if (file.size > maxBytes) return undefined;
  const reader = (await textOf(file)).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      bytes += value.length;
      if (bytes > maxBytes) {
        await reader.cancel();
        return undefined;
      }
      parts.push(value);
    }
  } catch {
    throw new Error("its gzip data is damaged. Copy or compress it again.");
  }
}
