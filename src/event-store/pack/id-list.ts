/**
 * Encodes the ids of a pack's events as bytes. An id from the SDK, such as `12-15f41qr1hordc`,
 * consists of a counter and a suffix that all ids of one client share. It becomes two numbers: the
 * number of the suffix, and the distance from the previous counter. Together, the two numbers
 * usually take two bytes. Other ids are stored unchanged. All bytes are then compressed together:
 *
 *     bytes 0–3   length of the JSON, little endian
 *     JSON        the list of distinct suffixes, then the list of all other ids
 *     numbers     for an id from the SDK: the number of its suffix, from 1 on, then the distance;
 *                 for any other id: 0
 */
import { Buffer } from "node:buffer";
import { ByteReader, ByteWriter } from "./byte-columns.ts";
import { compressed, decompressed, joined } from "./compression.ts";

const LENGTH_BYTES = 4;
/**
 * Maximum number of digits of a counter. The difference of two longer counters could not be
 * encoded.
 */
const MOST_DIGITS = 15;
const ZERO = 48;
const HYPHEN = 45;
const OTHER = 0;

type Kept = readonly [rests: readonly string[], others: readonly string[]];

export function encodeIds(ids: readonly string[]): Uint8Array {
  const others: string[] = [];
  const codes = new Map<string, number>();
  const numbers = new ByteWriter();
  let before = 0;
  let [rest, code] = ["", 0];
  for (const id of ids) {
    const digits = countDigits(id);
    if (digits === 0) {
      numbers.push(OTHER);
      others.push(id);
      continue;
    }
    // Compare with the suffix of the previous id first, because it is usually the same.
    if (!hasRest(id, digits, rest)) {
      rest = id.slice(digits);
      code = codes.get(rest) ?? codes.size + 1;
      if (code > codes.size) codes.set(rest, code);
    }
    const count = Number.parseInt(id, 10);
    numbers.push(code);
    numbers.pushSigned(count - before);
    before = count;
  }
  const kept: Kept = [[...codes.keys()], others];
  const json = Buffer.from(JSON.stringify(kept));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return compressed(joined([length, json, numbers.end()]));
}

export function decodeIds(encoded: Uint8Array): string[] {
  const bytes = decompressed(encoded);
  const numbersAt = LENGTH_BYTES + bytes.readUInt32LE(0);
  const [rests, others]: Kept = JSON.parse(bytes.toString("utf8", LENGTH_BYTES, numbersAt));
  const numbers = new ByteReader(bytes.subarray(numbersAt));
  const ids: string[] = [];
  let count = 0;
  let usedOthers = 0;
  while (!numbers.isAtEnd) {
    const code = numbers.next();
    if (code === OTHER) ids.push(others[usedOthers++] as string);
    else {
      count += numbers.nextSigned();
      ids.push(count + (rests[code - 1] as string));
    }
  }
  return ids;
}

/**
 * Returns the number of digits before the first hyphen. Returns 0 if other characters come first.
 * Returns 0 also if the digits have leading zeros, because decoding would lose the zeros.
 */
export function countDigits(id: string): number {
  let digits = 0;
  while (digits < MOST_DIGITS && isDigit(id.charCodeAt(digits))) digits++;
  const isWhole = id.charCodeAt(digits) === HYPHEN;
  const isPadded = digits > 1 && id.charCodeAt(0) === ZERO;
  return isWhole && !isPadded ? digits : 0;
}

/** Whether the characters after the counter equal `rest`. `digits` is the length of the counter. */
export function hasRest(id: string, digits: number, rest: string): boolean {
  return id.length - digits === rest.length && id.endsWith(rest);
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit < ZERO + 10;
}
