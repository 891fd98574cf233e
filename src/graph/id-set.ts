/** Ids of records, in an order of their own. Sets of rows become ids when somebody reads them. */

export interface IdSet extends Iterable<string> {
  readonly size: number;
  has(id: string): boolean;
}

/** Records of one kind, by row. */
export interface RowNames {
  /** Rows are below it. */
  readonly limit: number;
  idOf(row: number): string;
  /** -1 where there is no such record. */
  rowOf(id: string): number;
}

export class RowSet implements IdSet {
  readonly #names: RowNames;
  readonly #marks: Uint8Array;
  readonly rows: number[] = [];

  constructor(names: RowNames) {
    this.#names = names;
    this.#marks = new Uint8Array(names.limit);
  }

  get size(): number {
    return this.rows.length;
  }

  addRow(row: number): void {
    if (this.#marks[row] === 1) return;
    this.#marks[row] = 1;
    this.rows.push(row);
  }

  hasRow(row: number): boolean {
    return this.#marks[row] === 1;
  }

  has(id: string): boolean {
    const row = this.#names.rowOf(id);
    return row >= 0 && this.hasRow(row);
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const row of this.rows) yield this.#names.idOf(row);
  }
}
