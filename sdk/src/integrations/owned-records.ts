import { keep } from "../core/keep-latest.ts";

export class OwnedRecords {
  /** Record id → the record's owners. */
  readonly #owners = new Map<string, ReadonlySet<string>>();

  add(owner: string | undefined, id: string | undefined): void {
    if (owner && id) keep(this.#owners, id, new Set([...(this.#owners.get(id) ?? []), owner]));
  }

  /** Returns the ids of the owner's records, the latest at the end. */
  of(owner: string): string[] {
    return [...this.#owners].flatMap(([id, owners]) => (owners.has(owner) ? [id] : []));
  }

  /** Returns the ids of the owner's records, and removes these records. */
  take(owner: string): string[] {
    const ids = this.of(owner);
    for (const id of ids) this.#owners.delete(id);
    return ids;
  }
}
