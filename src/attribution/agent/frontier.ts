/**
 * Keeps the progress of an investigation: waiting list, explored variables and findings. Each
 * request repeats this progress, because `compress.ts` can cut earlier tool results.
 */
import type { Catalog } from "./catalog.ts";

export const MAX_FOUND_CHARS = 600;
/** Maximum number of findings. A further finding removes the oldest one. */
const MAX_FINDINGS = 48;

interface Finding {
  readonly at: string;
  readonly found: string;
}

export class Frontier {
  readonly #catalog: Catalog;
  readonly #maxWaiting: number;
  #waiting: string[];
  readonly #explored: string[] = [];
  /** Maps the id of a variable or operation to the agent's finding about it. */
  readonly #found = new Map<string, string>();

  constructor(catalog: Catalog, start: readonly string[], maxWaiting: number) {
    this.#catalog = catalog;
    this.#maxWaiting = maxWaiting;
    this.#waiting = this.#ordered(start).slice(0, maxWaiting);
  }

  get state(): { waiting: string[]; explored: string[]; without_finding?: string[] } {
    const unfinished = this.#explored.filter((id) => !this.#found.has(id));
    return {
      waiting: this.#namesOf(this.#waiting),
      explored: this.#namesOf(this.#explored),
      ...(unfinished.length > 0 ? { without_finding: this.#namesOf(unfinished) } : {}),
    };
  }

  get findings(): Finding[] {
    return [...this.#found].map(([id, found]) => ({ at: this.#catalog.nameOf(id), found }));
  }

  explored(id: string): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== id);
    if (!this.#explored.includes(id)) this.#explored.push(id);
  }

  /** Stores a finding. It replaces an earlier finding about the same variable or operation. */
  found(id: string, found: string): void {
    this.#found.delete(id);
    this.#found.set(id, found.slice(0, MAX_FOUND_CHARS));
    const [oldest] = this.#found.keys();
    if (this.#found.size > MAX_FINDINGS && oldest !== undefined) this.#found.delete(oldest);
    if (this.#catalog.graph.variables.has(id)) this.explored(id);
  }

  change(add: readonly string[], remove: readonly string[]): object {
    const idsOf = (names: readonly string[]) =>
      names.flatMap((name) => this.#catalog.variable(name)?.id ?? []);
    const gone = new Set(idsOf(remove));
    const kept = this.#waiting.filter((id) => !gone.has(id));
    const all = this.#ordered([...kept, ...idsOf(add)]);
    this.#waiting = all.slice(0, this.#maxWaiting);
    const unknown = [...add, ...remove].filter(
      (name) => this.#catalog.variable(name) === undefined,
    );
    return {
      ...this.state,
      ...(unknown.length > 0 ? { unknown } : {}),
      ...(all.length > this.#maxWaiting ? { left_out: all.length - this.#maxWaiting } : {}),
    };
  }

  #namesOf(ids: readonly string[]): string[] {
    return ids.map((id) => this.#catalog.nameOf(id));
  }

  #ordered(ids: readonly string[]): string[] {
    const { variables } = this.#catalog.graph;
    return [...new Set(ids)]
      .filter((id) => variables.has(id))
      .sort((a, b) => (variables.get(a)?.at ?? 0) - (variables.get(b)?.at ?? 0));
  }
}
