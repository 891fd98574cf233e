/** Number of characters that are read between two pauses. */
const READ_AT_ONCE = 100_000;

export class MessageIndex {
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number[]>();

  /**
   * Makes the index. Each `yield` gives the number of characters read since the last `yield`.
   *
   * @param messages the messages in which `closest` searches. If several messages are equally close
   * to a text, `closest` returns the first of them. So the caller puts the most probable sources
   * first
   */
  static *of(
    messages: readonly { readonly id: string; readonly value: string }[],
  ): Generator<number, MessageIndex> {
    const index = new MessageIndex();
    let chars = 0;
    for (const { id, value } of messages) {
      index.#add(id, value);
      chars += value.length;
      if (chars <= READ_AT_ONCE) continue;
      yield chars;
      chars = 0;
    }
    return index;
  }

  #add(id: string, value: string): void {
    const place = this.#ids.push(id) - 1;
    for (const word of wordsOf(value)) {
      const places = this.#places.get(word);
      if (places === undefined) this.#places.set(word, [place]);
      else places.push(place);
    }
  }

  get size(): number {
    return this.#ids.length;
  }

  /**
   * Returns the id of the message that has the most words in common with the text. If several
   * messages have equally many, returns the first of them in the index.
   */
  closest(text: string): string | undefined {
    const shared = new Uint32Array(this.#ids.length);
    for (const word of wordsOf(text)) {
      for (const place of this.#places.get(word) ?? []) shared[place] = (shared[place] ?? 0) + 1;
    }
    let best = 0;
    for (const [place, count] of shared.entries()) if (count > (shared[best] ?? 0)) best = place;
    return this.#ids[best];
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
