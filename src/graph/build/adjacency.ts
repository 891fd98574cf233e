/** Maps each key to a list of row numbers. All lists share two arrays, which saves memory. */

const NO_ROWS = new Uint32Array(0);

export class Adjacency {
  /**
   * The list of a key is in `rows`, from index `starts[key]` to `starts[key + 1] - 1`. Fast loops
   * read both arrays directly.
   */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;

  /**
   * Puts each row into the list of its key. The rows of a list have the same order as in `rows`.
   * @param keys number of keys. The keys are 0, 1, 2 and so on
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

  /** Returns a view of the shared array `rows`. Callers must not change it. */
  of(key: number): Uint32Array {
    if (key < 0 || key + 1 >= this.starts.length) return NO_ROWS;
    return this.rows.subarray(this.starts[key], this.starts[key + 1]);
  }

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
