/** Columns of numbers that grow by appending: the structure of a graph is made of them. */

const FIRST_ROWS = 64;

abstract class Column<T extends Int32Array | Float64Array> {
  #values: T;
  #size = 0;

  constructor(values: T) {
    this.#values = values;
  }

  protected abstract larger(length: number): T;

  get size(): number {
    return this.#size;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) {
      const values = this.larger(Math.ceil(this.#size * 1.25));
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.#size++] = value;
  }

  at(row: number): number {
    return this.#values[row] as number;
  }

  set(row: number, value: number): void {
    this.#values[row] = value;
  }
}

/** Whole numbers of 32 bits; by custom -1 is "none". */
export class IntColumn extends Column<Int32Array> {
  constructor() {
    super(new Int32Array(FIRST_ROWS));
  }
  protected override larger(length: number): Int32Array {
    return new Int32Array(length);
  }
}

/** Any numbers: times in milliseconds, with NaN for "none". */
export class NumberColumn extends Column<Float64Array> {
  constructor() {
    super(new Float64Array(FIRST_ROWS));
  }
  protected override larger(length: number): Float64Array {
    return new Float64Array(length);
  }
}

/** `length` numbers, all -1. */
export function noneOf(length: number): Int32Array {
  return new Int32Array(length).fill(-1);
}
