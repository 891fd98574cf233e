/** The records of each thread or document, as far as they were seen. */
import { keep } from "./keep.ts";

export class KeptRecords {
  /** Whose each record is, by its id. */
  readonly #owners = new Map<string, string>();

  add(owner: string | undefined, id: string | undefined): void {
    if (owner && id) keep(this.#owners, id, owner);
  }

  /** Their ids, the latest last. */
  of(owner: string): string[] {
    return [...this.#owners].flatMap(([id, one]) => (one === owner ? [id] : []));
  }

  /** The same, which are its records no longer. */
  take(owner: string): string[] {
    const ids = this.of(owner);
    for (const id of ids) this.#owners.delete(id);
    return ids;
  }
}
