/** The records of each thread, document, user or tag, as far as they were seen. */
import { keep } from "../core/keep-latest.ts";

export class KeptRecords {
  /** Whose each record is, by its id. */
  readonly #owners = new Map<string, ReadonlySet<string>>();

  add(owner: string | undefined, id: string | undefined): void {
    if (owner && id) keep(this.#owners, id, new Set([...(this.#owners.get(id) ?? []), owner]));
  }

  /** Their ids, the latest last. */
  of(owner: string): string[] {
    return [...this.#owners].flatMap(([id, owners]) => (owners.has(owner) ? [id] : []));
  }

  /** The same, which are nobody's records any longer. */
  take(owner: string): string[] {
    const ids = this.of(owner);
    for (const id of ids) this.#owners.delete(id);
    return ids;
  }
}
