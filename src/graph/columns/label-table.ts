const RECENT = 64;

/** Stores a small number of texts that many records share, and finds them by number. */
export class LabelTable {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  // Recently used texts. The index of a text is its length modulo `RECENT`. Consecutive records
  // share labels, and comparing is cheaper than hashing.
  readonly #recent: { readonly text: string; readonly number: number }[] = [];

  get size(): number {
    return this.#texts.length;
  }

  /** Returns the number of the text. Adds the text if it is new. */
  intern(text: string): number {
    const recent = this.#recent[text.length % RECENT];
    if (recent?.text === text) return recent.number;
    const number = this.#numbers.get(text) ?? this.#add(text);
    this.#recent[text.length % RECENT] = { text, number };
    return number;
  }

  /** Returns the number of the text; -1 if the text was never added. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** Returns the text of a number; undefined for -1. */
  at(number: number): string | undefined {
    return this.#texts[number];
  }

  #add(text: string): number {
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}
