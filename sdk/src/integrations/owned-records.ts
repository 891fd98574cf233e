import { keep } from "../core/keep-latest.ts";

export class OwnedRecords {
  /** Record id → its owners. */
  readonly #owners = new Map<string, ReadonlySet<string>>();

  add(owner: string | undefined, id: string | undefined): void {
    if (owner && id) keep(this.#owners, id, new Set([...(this.#owners.get(id) ?? []), owner]));
  }

  /** Returns the ids of the owner's records, the latest last. */
  of(owner: string): string[] {
    return [...this.#owners].flatMap(([id, owners]) => (owners.has(owner) ? [id] : []));
  }

  /** Removes the owner's records and returns their ids. */
  take(owner: string): string[] {
    const ids = this.of(owner);
    for (const id of ids) this.#owners.delete(id);
    return ids;
  }
}
