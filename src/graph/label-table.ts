/** Few texts that very many records share, by number. */
export class LabelTable {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** Records that follow one another often share theirs. */
  #last = { text: "", number: -1 };

  /** The number of the text; a new one is added. */
  intern(text: string): number {
    if (this.#last.number >= 0 && this.#last.text === text) return this.#last.number;
    const number = this.#numbers.get(text) ?? this.#add(text);
    this.#last = { text, number };
    return number;
  }

  /** The number of the text; -1 where it was never added. */
  find(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** The text of a number; undefined for -1. */
  at(number: number): string | undefined {
    return this.#texts[number];
  }

  #add(text: string): number {
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }
}
