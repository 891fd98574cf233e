/** Keeps the most recently used values, up to a total size. */
export class BoundedCache<V> {
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  readonly #kept = new Map<number, V>();
  #size = 0;

  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** The total size of the kept values. */
  get size(): number {
    return this.#size;
  }

  has(key: number): boolean {
    return this.#kept.has(key);
  }

  get(key: number): V | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  /** The value under the key; if there is none, the result of `make`, which is then kept. */
  getOrMake(key: number, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** A value larger than the whole cache is not kept. */
  set(key: number, value: V): void {
    const size = this.#sizeOf(value);
    const before = this.#kept.get(key);
    if (before !== undefined) {
      this.#kept.delete(key);
      this.#size -= this.#sizeOf(before);
    }
    if (size > this.#most) return;
    this.#kept.set(key, value);
    this.#size += size;
    for (const [oldest, out] of this.#kept) {
      if (this.#size <= this.#most) return;
      this.#kept.delete(oldest);
      this.#size -= this.#sizeOf(out);
    }
  }
}
