/** Columns of numbers that grow by appending: the structure of a graph is made of them. */

type Values = Int32Array | Float64Array;

const FIRST_ROWS = 64;

abstract class Column {
  #values: Values;
  #size = 0;

  constructor(values: Values) {
    this.#values = values;
  }

  get size(): number {
    return this.#size;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) this.#resize(Math.ceil((this.#size + 1) * 1.25));
    this.#values[this.#size++] = value;
  }

  at(row: number): number {
    return this.#values[row] as number;
  }

  set(row: number, value: number): void {
    this.#values[row] = value;
  }

  /** Gives back the room that was taken for rows to come. */
  trim(): void {
    this.#resize(this.#size);
  }

  /** From now on any number can be held. */
  protected widen(): void {
    if (this.#values instanceof Int32Array) this.#values = Float64Array.from(this.#values);
  }

  #resize(length: number): void {
    const values =
      this.#values instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
    values.set(this.#values.subarray(0, this.#size));
    this.#values = values;
  }
}

/** Numbers of rows and names; by custom -1 is "none". */
export class IntColumn extends Column {
  constructor() {
    super(new Int32Array(FIRST_ROWS));
  }
}

/** Whole numbers, nearly always small ones: they take more room once one is large. */
export class CountColumn extends Column {
  constructor() {
    super(new Int32Array(FIRST_ROWS));
  }

  override push(value: number): void {
    if ((value | 0) !== value) this.widen();
    super.push(value);
  }

  override set(row: number, value: number): void {
    if ((value | 0) !== value) this.widen();
    super.set(row, value);
  }
}

/** Times in milliseconds; by custom NaN is "none". */
export class TimeColumn extends Column {
  constructor() {
    super(new Float64Array(FIRST_ROWS));
  }
}

/** `length` numbers, all -1. */
export function noneOf(length: number): Int32Array {
  return new Int32Array(length).fill(-1);
}

/** The first number below `size` for which `isBelow` does not hold; `size` where it always does. */
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
