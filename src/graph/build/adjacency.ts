/** Maps each key to a list of row numbers. All lists share two arrays, which saves memory. */

const NO_ROWS = new Uint32Array(0);

export class Adjacency {
  /**
   * The list of a key is in `rows`, from index `starts[key]` up to, but not including, index
   * `starts[key + 1]`. Fast loops read both arrays directly, because calling `of` creates an
   * object.
   */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;

  /**
   * In each list, the rows have the same order as in the given `rows`.
   * @param keys number of keys; keys count from 0
   * @param keyOf returns the key of a row
   */
  constructor(rows: ArrayLike<number>, keys: number, keyOf: (row: number) => number) {
    const starts = new Uint32Array(keys + 1);
    for (let i = 0; i < rows.length; i++) {
      const after = keyOf(rows[i] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let key = 0; key < keys; key++) {
      starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
    }
    const filled = starts.slice(0, keys);
    const lists = new Uint32Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      const key = keyOf(row);
      const at = filled[key] as number;
      lists[at] = row;
      filled[key] = at + 1;
    }
    this.starts = starts;
    this.rows = lists;
  }

  /**
   * Returns the list of the key as a view of the shared array `rows`. Callers must not change it.
   */
  of(key: number): Uint32Array {
    if (key < 0 || key + 1 >= this.starts.length) return NO_ROWS;
    return this.rows.subarray(this.starts[key], this.starts[key + 1]);
  }

  /** Sorts each list in place. Skips lists that are already sorted, because most are. */
  sort(compare: (a: number, b: number) => number): void {
    for (let key = 0; key + 1 < this.starts.length; key++) {
      const start = this.starts[key] as number;
      const end = this.starts[key + 1] as number;
      for (let at = start + 1; at < end; at++) {
        if (compare(this.rows[at - 1] as number, this.rows[at] as number) > 0) {
          this.rows.subarray(start, end).sort(compare);
          break;
        }
      }
    }
  }
}
