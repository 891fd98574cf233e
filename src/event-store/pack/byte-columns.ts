/**
 * Encodes whole numbers in LEB128: seven bits per byte, lowest bits first. So a number below 128
 * takes one byte.
 */

const MORE = 0x80;
/** Maximum number of bytes of an encoded number. */
const MOST_BYTES = 8;
/** Below this limit, numbers are split by bit operations, which are faster than division. */
const BITS_END = 2 ** 31;

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #size = 0;

  /** @param number from 0 to 2^53 - 1 */
  push(number: number): void {
    if (this.#size + MOST_BYTES > this.#bytes.length) this.#grow();
    let rest = number;
    while (rest >= BITS_END) {
      this.#bytes[this.#size++] = (rest % MORE) + MORE;
      rest = Math.floor(rest / MORE);
    }
    while (rest >= MORE) {
      this.#bytes[this.#size++] = (rest & (MORE - 1)) | MORE;
      rest >>>= 7;
    }
    this.#bytes[this.#size++] = rest;
  }

  /** @param number from -2^52 to 2^52 - 1 */
  pushSigned(number: number): void {
    this.push(number < 0 ? -2 * number - 1 : 2 * number);
  }

  end(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): number {
    let byte = this.#bytes[this.#at++] as number;
    let number = byte % MORE;
    for (let scale = MORE; byte >= MORE; scale *= MORE) {
      byte = this.#bytes[this.#at++] as number;
      number += (byte % MORE) * scale;
    }
    return number;
  }

  nextSigned(): number {
    const number = this.next();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }
}
