/**
 * The records that a walk has yet to visit, earliest recorded first, and those that it has visited.
 */
import type { Catalog } from "./catalog.ts";

const MAX_WAITING = 16;

export class Frontier {
  readonly #catalog: Catalog;
  #waiting: string[];
  readonly #explored: string[] = [];

  constructor(catalog: Catalog, start: readonly string[]) {
    this.#catalog = catalog;
    this.#waiting = this.#ordered(start).slice(0, MAX_WAITING);
  }

  get state(): { waiting: string[]; explored: string[] } {
    const names = (ids: readonly string[]) => ids.map((id) => this.#catalog.nameOf(id));
    return { waiting: names(this.#waiting), explored: names(this.#explored) };
  }

  explored(id: string): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== id);
    if (!this.#explored.includes(id)) this.#explored.push(id);
  }

  change(add: readonly string[], remove: readonly string[]): object {
    const idsOf = (names: readonly string[]) =>
      names.flatMap((name) => this.#catalog.variable(name)?.id ?? []);
    const gone = new Set(idsOf(remove));
    const kept = this.#waiting.filter((id) => !gone.has(id));
    const all = this.#ordered([...kept, ...idsOf(add)]);
    this.#waiting = all.slice(0, MAX_WAITING);
    const unknown = [...add, ...remove].filter(
      (name) => this.#catalog.variable(name) === undefined,
    );
    return {
      ...this.state,
      ...(unknown.length > 0 ? { unknown } : {}),
      ...(all.length > MAX_WAITING ? { left_out: all.length - MAX_WAITING } : {}),
    };
  }

  #ordered(ids: readonly string[]): string[] {
    const { variables } = this.#catalog.graph;
    return [...new Set(ids)]
      .filter((id) => variables.has(id))
      .sort((a, b) => (variables.get(a)?.at ?? 0) - (variables.get(b)?.at ?? 0));
  }
}
