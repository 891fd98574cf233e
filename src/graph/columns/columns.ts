/** Columns of numbers that grow by appending. The structure of a graph consists of such columns. */

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

  /** Reserves room for this many rows in total. */
  reserve(rows: number): void {
    if (rows > this.#values.length) this.#resize(rows);
  }

  /** Frees the memory reserved for further rows. */
  trim(): void {
    if (this.#size < this.#values.length) this.#resize(this.#size);
  }

  /** Removes all numbers. */
  clear(): void {
    this.#size = 0;
    this.#resize(0);
  }

  /** The stored numbers, for fast loops. Valid until the next change. */
  get numbers(): Numbers {
    return this.#values;
  }

  /** Switches to a wider array if the number does not fit. */
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

/** A column of numbers that identify rows or names. By convention, -1 means "none". */
export class IntColumn extends Column {
  constructor() {
    super(new Int32Array(FIRST_ROWS));
  }

  override get numbers(): Int32Array {
    return super.numbers as Int32Array;
  }
}

/**
 * A column of whole numbers, nearly all of them small. A single large number makes the whole column
 * wider.
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

/** A column of times in milliseconds. By convention, NaN means "none". */
export class TimeColumn extends Column {
  constructor() {
    super(new Float64Array(FIRST_ROWS));
  }

  override get numbers(): Float64Array {
    return super.numbers as Float64Array;
  }
}

/**
 * Copies the numbers into an array of another length. Cuts the numbers that do not fit, or fills
 * the rest with zeros. Do not use the old array afterwards: if the runtime can, it frees the old
 * array's memory at once. Waiting for the garbage collection would cost several times the memory of
 * a growing graph.
 * @param values must be the only array that uses its buffer
 */
export function resized<T extends Numbers | Uint8Array | Uint32Array>(
  values: T,
  length: number,
): T {
  const Kind = values.constructor as new (from: number | ArrayBufferLike) => T;
  const { buffer } = values;
  // Node 20 lacks `transfer`.
  if (buffer instanceof ArrayBuffer && typeof buffer.transfer === "function") {
    return new Kind(buffer.transfer(length * values.BYTES_PER_ELEMENT));
  }
  const copy = new Kind(length);
  copy.set(values.subarray(0, length));
  return copy;
}

/** Returns an array of `length` numbers that are all -1. */
export function noneOf(length: number): Int32Array {
  return new Int32Array(length).fill(-1);
}

/**
 * Returns the first number below `size` for which `isBelow` is false; `size` if `isBelow` is always
 * true.
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
