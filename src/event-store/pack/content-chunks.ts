/**
 * Splits texts into chunks. The content of a text decides where a chunk ends, so a change in the
 * text changes only the chunks around it. The method is FastCDC (Xia et al., 2016), but with one
 * mask instead of two.
 */

/**
 * Limits of a chunk's size in bytes, from measurements on traces of memory systems. Smaller chunks
 * find more duplicates, but need more references.
 */
const MIN_BYTES = 128;
const MAX_BYTES = 4_096;
/**
 * A chunk ends where the nine highest bits of the hash are all zero. On average, this is 512 bytes
 * after the minimum size. Each of the highest bits depends on the last 24 to 32 bytes of the text.
 * The lowest bit would depend only on the last byte.
 */
const BOUNDARY_MASK = 0xff800000 | 0;

/**
 * A constant pseudorandom number for each byte value. Never change these numbers. Otherwise, texts
 * of new packs would be split in other places, and their chunks would not match those of old packs.
 */
const GEAR = gearTable();

/** Returns the end offset of each chunk of a UTF-8 text. No chunk ends inside a character. */
export function chunkEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = endOfCharacter(bytes, endOfChunk(bytes, start));
    ends.push(end);
    start = end;
  }
  return ends;
}

function endOfChunk(bytes: Uint8Array, start: number): number {
  const last = Math.min(bytes.length, start + MAX_BYTES);
  let hash = 0;
  for (let at = start + MIN_BYTES; at < last; at++) {
    hash = ((hash << 1) + (GEAR[bytes[at] as number] as number)) | 0;
    if ((hash & BOUNDARY_MASK) === 0) return at + 1;
  }
  return last;
}

function endOfCharacter(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at++;
  return at;
}

/** Computes the numbers of `GEAR` with xorshift32, from a constant seed. */
function gearTable(): Int32Array {
  const table = new Int32Array(256);
  let state = 0x9e3779b9 | 0;
  for (let byte = 0; byte < table.length; byte++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    table[byte] = state;
  }
  return table;
}
