/**
 * How stored bytes are compressed. Brotli takes a fifth less than gzip for what is stored here, at
 * about the same time.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Beyond it little is gained, and time is paid by whoever sends events. */
const QUALITY = 5;

export function compressed(bytes: Uint8Array | string): Buffer {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
  });
}

export function decompressed(bytes: Uint8Array): Buffer {
  return brotliDecompressSync(bytes);
}
