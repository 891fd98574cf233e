/** Writes a zip file in small pieces. So the whole file is never in memory. */
import { strToU8, Zip, ZipDeflate } from "fflate";

export interface ZippedFile {
  readonly name: string;
  readonly parts: Iterable<string> | AsyncIterable<string>;
}

/**
 * Compression at a low level is fast. Graph files repeat much text, so a higher level would save
 * little more.
 */
const LEVEL = 3;

export async function* zipped(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let fault: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) fault = error;
    else made.push(chunk);
  });
  function* taken() {
    if (fault !== undefined) throw fault;
    const ready = made;
    made = [];
    yield* ready.filter(({ length }) => length > 0);
  }
  for await (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level: LEVEL });
    zip.add(file);
    for await (const part of parts) {
      file.push(strToU8(part));
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
