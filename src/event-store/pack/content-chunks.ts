/**
 * Content-defined chunking: a change in a text changes only the chunks around the change. Based on
 * FastCDC (Xia et al., 2016), with a single mask.
 */

/**
 * Limits of a chunk's size. Smaller chunks find more duplicates, but need more references. Chosen
 * by measurements on traces of memory systems.
 */
const MIN_BYTES = 128;
const MAX_BYTES = 4_096;
/**
 * A mask of nine bits, so an average chunk is about 512 bytes longer than the minimum. The mask
 * uses the highest bits of the hash, because they depend on the most bytes.
 */
const BOUNDARY_MASK = 0xff800000 | 0;

/**
 * A constant random number for each byte value. With other numbers, new chunks would not match the
 * chunks of older packs.
 */
const GEAR = gearTable();

/** Returns the ends of the chunks of a UTF-8 text. No chunk ends within a character. */
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

/** Computes the numbers with xorshift32, from a constant seed. */
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
