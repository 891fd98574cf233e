/**
 * Caches recently used values, up to a total size. The cache has a newer and an older half. Each
 * used value moves to the newer half. When the newer half is full, the cache drops the older half
 * and starts a new one. So it never has to search for the value that was unused for the longest
 * time.
 */
export class BoundedCache<V> {
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  #newer = new Map<number, V>();
  #newerSize = 0;
  #older = new Map<number, V>();
  #olderSize = 0;

  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get size(): number {
    return this.#newerSize + this.#olderSize;
  }

  has(key: number): boolean {
    return this.#newer.has(key) || this.#older.has(key);
  }

  get(key: number): V | undefined {
    const value = this.#newer.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined && this.#hasRoom(this.#sizeOf(older))) this.set(key, older);
    return older;
  }

  getOrMake(key: number, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Does nothing if the value is larger than half of the cache. */
  set(key: number, value: V): void {
    this.#drop(key);
    const size = this.#sizeOf(value);
    if (size > this.#most / 2) return;
    if (!this.#hasRoom(size)) {
      [this.#older, this.#olderSize] = [this.#newer, this.#newerSize];
      [this.#newer, this.#newerSize] = [new Map(), 0];
    }
    this.#newer.set(key, value);
    this.#newerSize += size;
  }

  #hasRoom(size: number): boolean {
    return this.#newerSize + size <= this.#most / 2;
  }

  #drop(key: number): void {
    const newer = this.#newer.get(key);
    if (newer !== undefined) this.#newerSize -= this.#sizeOf(newer);
    this.#newer.delete(key);
    const older = this.#older.get(key);
    if (older !== undefined) this.#olderSize -= this.#sizeOf(older);
    this.#older.delete(key);
  }
}
