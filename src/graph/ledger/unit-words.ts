/**
 * Caches the content words of values, and gives each different word an index. Texts are stored in
 * compressed blocks. `readAhead` reads texts in the order of their rows, so that each block is
 * decompressed only once.
 */
import { contentStems } from "../../text/words.ts";
import { IntColumn } from "../columns/columns.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { InTurns } from "../in-turns.ts";

/** Only this many characters from the start of a value are read and compared. */
export const MAX_COMPARED_CHARS = 4_000;
/**
 * `readAhead` caches at most this many words. The words of further values are read when they are
 * needed.
 */
const MAX_AHEAD = 2_000_000;
/** Maximum number of cached words of values that were not read ahead. */
const MAX_RECENT = 200_000;
/** Splitting a text into words takes this many times as long as reading it. */
const READ_COST = 10;

export class ValueWords {
  readonly #graph: EvolutionGraph;
  readonly #numbers = new Map<string, number>();
  /** For each word, by its index: whether it is a figure, such as `3` or `15:00`. */
  readonly #isFigure: boolean[] = [];
  readonly #words = new IntColumn();
  /**
   * `#words` contains the words of all values that were read ahead, one value after another. Entry
   * i of `#ends` is the index in `#words` after the last word of the i-th value.
   */
  readonly #ends = new IntColumn();
  readonly #places = new Map<number, number>();
  readonly #recent = new Map<number, Int32Array>();
  #recentSize = 0;
  #read = 0;

  constructor(graph: EvolutionGraph) {
    this.#graph = graph;
  }

  /**
   * Reads the values in `rows` and caches their words, until the cache is full.
   * @param rows in ascending order, so that each block is decompressed once
   */
  *readAhead(rows: Iterable<number>): InTurns<void> {
    for (const row of rows) {
      if (this.#words.size > MAX_AHEAD) return;
      if (this.#places.has(row)) continue;
      for (const word of this.#wordsOf(row)) this.#words.push(word);
      this.#places.set(row, this.#ends.size);
      this.#ends.push(this.#words.size);
      yield this.takeCost();
    }
  }

  /** Returns the indexes of the value's words in the order of the text, including repeats. */
  of(row: number): Int32Array {
    const place = this.#places.get(row);
    if (place !== undefined) {
      const start = place === 0 ? 0 : this.#ends.at(place - 1);
      return this.#words.numbers.subarray(start, this.#ends.at(place));
    }
    const known = this.#recent.get(row);
    if (known !== undefined) return known;
    const words = this.#wordsOf(row);
    this.#recentSize += words.length + 1;
    if (this.#recentSize > MAX_RECENT) this.forgetRecent();
    this.#recent.set(row, words);
    return words;
  }

  /**
   * Returns the index of a stem, which is a word without its ending. Returns undefined if this stem
   * is in none of the values that were read.
   */
  numberOf(stem: string): number | undefined {
    return this.#numbers.get(stem);
  }

  isFigure(word: number): boolean {
    return this.#isFigure[word] === true;
  }

  forgetRecent(): void {
    this.#recent.clear();
    this.#recentSize = 0;
  }

  /** Returns the cost of all reading since the last call. The caller can yield this cost. */
  takeCost(): number {
    const read = this.#read;
    this.#read = 0;
    return read;
  }

  #wordsOf(row: number): Int32Array {
    const text = this.#graph.rows.values.readStart(row, MAX_COMPARED_CHARS);
    this.#read += text.length * READ_COST;
    return Int32Array.from(contentStems(text), (stem) => this.#intern(stem));
  }

  #intern(stem: string): number {
    const known = this.#numbers.get(stem);
    if (known !== undefined) return known;
    const number = this.#isFigure.length;
    this.#numbers.set(stem, number);
    this.#isFigure.push(/^\d/.test(stem));
    return number;
  }
}
