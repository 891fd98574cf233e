/**
 * Stores texts and gives each text an index. Each text is stored once, as bytes in one shared
 * array. A million ids need about a third of the memory of a `Map` of strings.
 */
import type { Matcher } from "../search/text-matcher.ts";
import { resized } from "./columns.ts";

const FIRST_BYTES = 1 << 12;
const FIRST_SLOTS = 1 << 8;
/**
 * Maximum number of characters in one call of `String.fromCharCode`. Each character is an argument
 * of the call, and too many arguments overflow the stack.
 */
const DECODED_AT_ONCE = 8_192;
/**
 * A table caches decoded strings only if it has at most `MOST_KEPT` texts, and these have at most
 * `MOST_KEPT_BYTES` bytes.
 */
const MOST_KEPT = 300_000;
const MOST_KEPT_BYTES = 16 * 1024 ** 2;
/** Minimum length of a text for which the runtime's encoder is faster than a loop. */
const LONG_CHARS = 64;
const FREE = -1;

const ENCODER = new TextEncoder();

export class StringTable {
  #bytes = new Uint8Array(FIRST_BYTES);
  /**
   * Says where each text ends in `#bytes`, and how it is stored. The lowest bit of a text's entry
   * is 1 if the text has two bytes per character. The other bits are the offset of the text's end.
   */
  #ends = new Uint32Array(FIRST_SLOTS / 2);
  #hashes = new Int32Array(FIRST_SLOTS / 2);
  #slots = new Int32Array(FIRST_SLOTS).fill(FREE);
  #size = 0;
  #end = 0;
  #hasWide = false;
  readonly #keepsRead: boolean;
  /**
   * The cached strings. Each is at the index of its text. The array is created with its full
   * length, because an array with gaps is slow.
   */
  #kept: (string | undefined)[] = [];
  #named = 0;

  /** @param keepsRead whether to cache decoded strings; useful if texts are read often */
  constructor(keepsRead = false) {
    this.#keepsRead = keepsRead;
  }

  /** Number of different texts. Their indexes count from 0, in the order of adding. */
  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#end;
  }

  intern(text: string): number {
    const hash = hashOf(text);
    const slot = this.#slotOf(text, hash);
    const known = this.#slots[slot] as number;
    if (known !== FREE) return known;
    this.#slots[slot] = this.#size;
    this.#append(text, hash, true);
    this.#named++;
    if (this.#named * 4 > this.#slots.length * 3) this.#fillSlots(this.#slots.length * 2);
    return this.#size - 1;
  }

  /**
   * Reserves an index without a text. `at` returns an empty text for it, and no search finds it.
   */
  addUnnamed(): number {
    this.#append("", 0, false);
    return this.#size - 1;
  }

  /** Returns -1 if the table does not have the text. */
  find(text: string): number {
    const slot = this.#slotOf(text, hashOf(text));
    return this.#slots[slot] as number;
  }

  /**
   * Compares by UTF-16 code units, without creating strings. The result is negative if text `a`
   * sorts first.
   */
  compare(a: number, b: number): number {
    const first = this.#span(a);
    const second = this.#span(b);
    const widthA = first.wide ? 2 : 1;
    const widthB = second.wide ? 2 : 1;
    const unitsA = (first.end - first.start) / widthA;
    const unitsB = (second.end - second.start) / widthB;
    const common = Math.min(unitsA, unitsB);
    for (let unit = 0; unit < common; unit++) {
      const difference =
        this.#unitAt(first.start, unit, widthA) - this.#unitAt(second.start, unit, widthB);
      if (difference !== 0) return difference;
    }
    return unitsA - unitsB;
  }

  #unitAt(start: number, unit: number, width: number): number {
    return width === 1 ? (this.#bytes[start + unit] as number) : this.#wideUnit(start, unit);
  }

  /** Returns the text with this index, which must be below `size`. */
  at(index: number): string {
    if (!this.#keepsRead || this.#isTooLargeToKeep) return this.#read(index);
    if (index >= this.#kept.length) this.#kept = new Array(Math.max(this.#size, 2 * index));
    this.#kept[index] ??= this.#read(index);
    return this.#kept[index];
  }

  /**
   * Runs the matcher on the texts with the indexes in `numbers`. For the text with index n, writes
   * the result of the matcher to `ends[n + 1]`. Returns the number of characters read.
   */
  search(numbers: Int32Array, matcher: Matcher, ends: Int32Array): number {
    const texts = { bytes: this.#bytes, stops: this.#ends };
    let read = matcher.endInEach?.(texts, numbers, ends) ?? 0;
    const isDone = matcher.endInEach !== undefined;
    if (isDone && !this.#hasWide) return read;
    for (const number of numbers) {
      if (isDone && ((this.#ends[number] as number) & 1) === 0) continue;
      const text = this.at(number);
      read += text.length;
      ends[number + 1] = matcher.endIn(text);
    }
    return read;
  }

  get #isTooLargeToKeep(): boolean {
    return this.#size > MOST_KEPT || this.#end > MOST_KEPT_BYTES;
  }

  #read(index: number): string {
    const { start, end, wide } = this.#span(index);
    if (!wide) return latin1(this.#bytes, start, end);
    const units = new Uint16Array((end - start) / 2);
    for (let unit = 0; unit < units.length; unit++) units[unit] = this.#wideUnit(start, unit);
    return latin1(units, 0, units.length);
  }

  trim(): void {
    this.#bytes = resized(this.#bytes, this.#end);
    this.#ends = resized(this.#ends, this.#size);
    this.#hashes = resized(this.#hashes, Math.min(this.#hashes.length, this.#size));
  }

  /** Frees the hash table of `find` and `intern`. Their next call rebuilds it, which is slow. */
  forgetIndex(): void {
    this.#hashes = new Int32Array(0);
    this.#slots = new Int32Array(0);
  }

  #indexAgain(): void {
    this.#hashes = new Int32Array(this.#ends.length);
    for (let index = 0; index < this.#size; index++) this.#hashes[index] = hashOf(this.at(index));
    let slots = FIRST_SLOTS;
    while (this.#named * 4 > slots * 3) slots *= 2;
    this.#fillSlots(slots);
  }

  #slotOf(text: string, hash: number): number {
    if (this.#slots.length === 0) this.#indexAgain();
    const mask = this.#slots.length - 1;
    let slot = mixed(hash) & mask;
    for (;;) {
      const index = this.#slots[slot] as number;
      if (index === FREE || (this.#hashes[index] === hash && this.#equals(index, text))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #equals(index: number, text: string): boolean {
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number) >>> 1;
    const end = this.#ends[index] as number;
    const { length } = text;
    if ((end & 1) === 1) return this.#equalsWide(start, end >>> 1, text);
    if ((end >>> 1) - start !== length) return false;
    const bytes = this.#bytes;
    for (let unit = 0; unit < length; unit++) {
      if (bytes[start + unit] !== text.charCodeAt(unit)) return false;
    }
    return true;
  }

  #equalsWide(start: number, end: number, text: string): boolean {
    if (end - start !== 2 * text.length) return false;
    for (let unit = 0; unit < text.length; unit++) {
      if (this.#wideUnit(start, unit) !== text.charCodeAt(unit)) return false;
    }
    return true;
  }

  #isNamed(index: number): boolean {
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number) >>> 1;
    return (this.#ends[index] as number) !== 2 * start;
  }

  #wideUnit(start: number, unit: number): number {
    const at = start + 2 * unit;
    return ((this.#bytes[at + 1] as number) << 8) | (this.#bytes[at] as number);
  }

  #span(index: number): { start: number; end: number; wide: boolean } {
    const packed = this.#ends[index] as number;
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number) >>> 1;
    return { start, end: packed >>> 1, wide: (packed & 1) === 1 };
  }

  #append(text: string, hash: number, isNamed: boolean): void {
    const index = this.#size;
    if (index >= this.#ends.length) {
      this.#ends = resized(this.#ends, roomFor(index));
      this.#hashes = resized(this.#hashes, roomFor(index));
    }
    const start = this.#end;
    const most = start + 2 * text.length;
    if (most > this.#bytes.length) {
      this.#bytes = resized(this.#bytes, Math.max(most, roomFor(this.#bytes.length)));
    }
    // An index that `addUnnamed` reserved has no characters, like the empty text. To tell the two
    // apart, mark the empty text as a text with two bytes per character.
    const narrow = (text !== "" || !isNamed) && this.#writeNarrow(text, start);
    if (!narrow) {
      this.#writeWide(text, start);
      this.#hasWide = true;
    }
    this.#end = narrow ? start + text.length : most;
    this.#ends[index] = 2 * this.#end + (narrow ? 0 : 1);
    this.#hashes[index] = hash;
    this.#size++;
    if (this.#isTooLargeToKeep) this.#kept = [];
  }

  /** Returns false if a character needs two bytes. */
  #writeNarrow(text: string, start: number): boolean {
    const bytes = this.#bytes;
    if (text.length >= LONG_CHARS) {
      const { written } = ENCODER.encodeInto(text, bytes.subarray(start));
      // `encodeInto` writes a single byte only for an ASCII character. So the text is ASCII, and
      // the written bytes are right.
      if (written === text.length) return true;
    }
    for (let unit = 0; unit < text.length; unit++) {
      const code = text.charCodeAt(unit);
      if (code > 0xff) return false;
      bytes[start + unit] = code;
    }
    return true;
  }

  #writeWide(text: string, start: number): void {
    for (let unit = 0; unit < text.length; unit++) {
      const code = text.charCodeAt(unit);
      this.#bytes[start + 2 * unit] = code & 0xff;
      this.#bytes[start + 2 * unit + 1] = code >> 8;
    }
  }

  #fillSlots(length: number): void {
    const slots = new Int32Array(length).fill(FREE);
    const mask = slots.length - 1;
    for (let index = 0; index < this.#size; index++) {
      if (!this.#isNamed(index)) continue;
      let slot = mixed(this.#hashes[index] as number) & mask;
      while (slots[slot] !== FREE) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
    this.#slots = slots;
  }
}

/** Arrays grow by only a half, because larger steps would need more memory. */
function roomFor(length: number): number {
  return Math.ceil((length + 1) * 1.5);
}

/**
 * Computes one FNV-1a hash of the code units at even positions, and one of those at odd positions,
 * and combines them. The processor can compute the two hashes in parallel.
 */
function hashOf(text: string): number {
  const { length } = text;
  let even = 0x811c9dc5 | 0;
  let odd = length;
  let unit = 0;
  for (; unit + 1 < length; unit += 2) {
    even = Math.imul(even ^ text.charCodeAt(unit), 0x01000193);
    odd = Math.imul(odd ^ text.charCodeAt(unit + 1), 0x01000193);
  }
  if (unit < length) even = Math.imul(even ^ text.charCodeAt(unit), 0x01000193);
  return even ^ Math.imul(odd, 0x85ebca6b);
}

/**
 * The low bits of a hash choose its slot. This function mixes the high bits into the low bits, so
 * that the slot depends on all bits.
 */
function mixed(hash: number): number {
  const high = hash ^ (hash >>> 16);
  return high ^ (high >>> 8);
}

function latin1(units: Uint8Array | Uint16Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at += DECODED_AT_ONCE) {
    const part = units.subarray(at, Math.min(end, at + DECODED_AT_ONCE));
    text += String.fromCharCode.apply(null, part as unknown as number[]);
  }
  return text;
}
