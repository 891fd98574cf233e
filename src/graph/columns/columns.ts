export type Numbers = Int16Array | Int32Array | Float64Array;

const FIRST_ROWS = 64;

abstract class Column {
  #values: Numbers;
  #size = 0;

  constructor(values: Numbers) {
    this.#values = values;
  }

  get size(): number {
    return this.#size;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) this.#resize(Math.ceil((this.#size + 1) * 1.5));
    this.#values[this.#size++] = value;
  }

  at(row: number): number {
    return this.#values[row] as number;
  }

  set(row: number, value: number): void {
    this.#values[row] = value;
  }

  /** Reserves memory for a total of `rows` numbers. */
  reserve(rows: number): void {
    if (rows > this.#values.length) this.#resize(rows);
  }

  trim(): void {
    if (this.#size < this.#values.length) this.#resize(this.#size);
  }

  clear(): void {
    this.#size = 0;
    this.#resize(0);
  }

  /** The stored numbers, for fast loops. Only valid until the column changes. */
  get numbers(): Numbers {
    return this.#values;
  }

  /** If `value` does not fit, moves the column to an array with more bytes per number. */
  protected fit(value: number): void {
    if (this.#values instanceof Int16Array && (value << 16) >> 16 !== value) {
      this.#values = Int32Array.from(this.#values);
    }
    if (this.#values instanceof Int32Array && (value | 0) !== value) {
      this.#values = Float64Array.from(this.#values);
    }
  }

  #resize(length: number): void {
    this.#values = resized(this.#values, length);
  }
}

/** A column of rows or indexes; -1 means none. */
export class IntColumn extends Column {
  constructor() {
    super(new Int32Array(FIRST_ROWS));
  }

  override get numbers(): Int32Array {
    return super.numbers as Int32Array;
  }
}

/**
 * A column of whole numbers. Each number takes two bytes, because nearly all numbers are small. A
 * number that does not fit makes the whole column use four or eight bytes for each number.
 */
export class CountColumn extends Column {
  constructor() {
    super(new Int16Array(FIRST_ROWS));
  }

  override push(value: number): void {
    this.fit(value);
    super.push(value);
  }

  override set(row: number, value: number): void {
    this.fit(value);
    super.set(row, value);
  }
}

/** A column of times in milliseconds since the epoch; NaN means none. */
export class TimeColumn extends Column {
  constructor() {
    super(new Float64Array(FIRST_ROWS));
  }

  override get numbers(): Float64Array {
    return super.numbers as Float64Array;
  }
}

/**
 * Returns the same numbers in a shorter or longer array. A longer array has zeros at its end.
 * Callers must not use `values` afterwards, because this function may free its memory.
 *
 * @param values an array whose buffer no other array uses
 */
export function resized<T extends Numbers | Uint8Array | Uint32Array>(
  values: T,
  length: number,
): T {
  const Kind = values.constructor as new (from: number | ArrayBufferLike) => T;
  const { buffer } = values;
  // Node 20 has no `transfer`.
  if (buffer instanceof ArrayBuffer && typeof buffer.transfer === "function") {
    return new Kind(buffer.transfer(length * values.BYTES_PER_ELEMENT));
  }
  const copy = new Kind(length);
  copy.set(values.subarray(0, length));
  return copy;
}

export function noneOf(length: number): Int32Array {
  return new Int32Array(length).fill(-1);
}

/**
 * Searches the numbers from 0 to `size - 1` for the first one for which `isBelow` is false. Returns
 * `size` if there is none. After that number, `isBelow` must never be true again, because this is a
 * binary search.
 */
export function lowerBound(size: number, isBelow: (at: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
