/** The records of each thread, as far as they were seen. */

const MAX_RECORDS = 10_000;

export class ThreadRecords {
  readonly #ids = new Map<string, Set<string>>();
  #count = 0;

  add(thread: string | undefined, id: string | undefined): void {
    if (!thread || !id) return;
    if (this.#count >= MAX_RECORDS) {
      this.#ids.clear();
      this.#count = 0;
    }
    const ids = this.#ids.get(thread) ?? new Set();
    this.#ids.set(thread, ids.add(id));
    this.#count++;
  }

  /** Their ids, the latest last. */
  of(thread: string): string[] {
    return [...(this.#ids.get(thread) ?? [])];
  }
}
