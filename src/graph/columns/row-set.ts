/**
 * A set of records of one kind, in the order of adding. It stores rows and computes an id only on
 * demand.
 */

export interface RowNames {
  /** A number that is greater than every row. */
  readonly limit: number;
  idOf(row: number): string;
  /** Returns -1 for an unknown id. */
  rowOf(id: string): number;
}

/**
 * A set with at most this many rows uses a hash set. A larger set uses an array of bits instead,
 * one bit for each row of the graph. For many rows, the bits take less memory.
 */
const FEW_ROWS = 64;

export class RowSet implements Iterable<string> {
  readonly rows: number[] = [];
  readonly #names: RowNames;
  #few: Set<number> | undefined = new Set();
  #bits = new Uint32Array(0);

  constructor(names: RowNames) {
    this.#names = names;
  }

  get size(): number {
    return this.rows.length;
  }

  addRow(row: number): void {
    if (this.hasRow(row)) return;
    this.rows.push(row);
    if (this.#few === undefined) this.#setBit(row);
    else if (this.#few.size < FEW_ROWS) this.#few.add(row);
    else {
      this.#few = undefined;
      this.#bits = new Uint32Array((this.#names.limit >>> 5) + 1);
      for (const known of this.rows) this.#setBit(known);
    }
  }

  hasRow(row: number): boolean {
    if (this.#few !== undefined) return this.#few.has(row);
    return (((this.#bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1;
  }

  has(id: string): boolean {
    const row = this.#names.rowOf(id);
    return row >= 0 && this.hasRow(row);
  }

  /** Returns the id at this index, which must be below `size`. */
  idAt(place: number): string {
    return this.#names.idOf(this.rows[place] as number);
  }

  /** Returns the index of the record in the set; -1 if it is missing. */
  placeOf(id: string): number {
    const row = this.#names.rowOf(id);
    return row < 0 ? -1 : this.rows.indexOf(row);
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const row of this.rows) yield this.#names.idOf(row);
  }

  #setBit(row: number): void {
    const word = row >>> 5;
    this.#bits[word] = (this.#bits[word] as number) | (1 << (row & 31));
  }
}
