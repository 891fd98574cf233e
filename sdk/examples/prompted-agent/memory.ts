export interface Unit {
  id: string;
  text: string;
}

export class Memory {
  readonly #units = new Map<string, Unit>();
  #created = 0;

  constructor(units: readonly Unit[] = []) {
    for (const unit of units) this.put(unit);
  }

  get units(): Unit[] {
    return [...this.#units.values()].map((unit) => ({ ...unit }));
  }

  put({ id, text }: Unit): void {
    this.#units.set(id, { id, text });
    this.#created = Math.max(this.#created, Number(/\d+$/.exec(id)?.[0] ?? 0));
  }

  add(text: string): Unit {
    const unit = { id: `memory-unit-${this.#created + 1}`, text };
    this.put(unit);
    return unit;
  }

  remove(id: string): void {
    this.#units.delete(id);
  }

  /** Returns units that share words with the query; units with more shared words come first. */
  search(query: string, limit: number): Unit[] {
    const wanted = wordsOf(query);
    const shared = (text: string) => [...wordsOf(text)].filter((word) => wanted.has(word)).length;
    return this.units
      .map((unit) => ({ unit, shared: shared(unit.text) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared)
      .slice(0, limit)
      .map(({ unit }) => unit);
  }
}

const STOP_WORDS = new Set("a an and at does for in is of on s the to what when where".split(" "));

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stem));
}

function stem(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "").replace(/e$/, "") : word;
}
