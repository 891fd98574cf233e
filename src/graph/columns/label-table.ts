const RECENT = 64;

/** Stores a few different texts that many records share, and gives each text an index. */
export class LabelTable {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  // Recently used texts are here, each at the index `length % RECENT`. `intern` looks here first,
  // because comparing two texts is faster than a look-up in the map.
  readonly #recent: { readonly text: string; readonly number: number }[] = [];

  get size(): number {
    return this.#texts.length;
  }

  intern(text: string): number {
    const recent = this.#recent[text.length % RECENT];
    if (recent?.text === text) return recent.number;
    const number = this.#numbers.get(text) ?? this.#add(text);
    this.#recent[text.length % RECENT] = { text, number };
    return number;
  }

  /** Returns -1 if the table does not have the text. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  at(number: number): string | undefined {
    return this.#texts[number];
  }

  #add(text: string): number {
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}
