/** Searches one field of all records of one kind. */
import type { Numbers } from "../columns/columns.ts";
import type { SearchField } from "./search-query.ts";
import { type Matcher, NO_MATCH } from "./text-matcher.ts";

/** The texts of a field. A `place` is the index of a record among the records of its kind. */
export type FieldTexts =
  | { readonly shared: SharedTexts }
  /** Returns undefined if the record has no text. */
  | { readonly textAt: (place: number) => string | undefined };

/** Texts that many records share. Each different text has an index. */
export interface SharedTexts {
  /**
   * `rows[place]` is the row of the record at this place, and `numbers[row]` is the index of the
   * record's text. If the record has no category, the index is -1, and the text of the default
   * category is searched.
   */
  readonly rows: Uint32Array;
  readonly numbers: Numbers;
  readonly texts: NumberedTexts;
}

export interface NumberedTexts {
  /** Every index of a text is below this number. */
  readonly size: number;
  at(number: number): string;
  /**
   * Applies the matcher to the texts with these indexes, and returns the number of characters read.
   * The result for the text with index n goes to `ends[n + 1]`, because n can be -1.
   */
  search(numbers: Int32Array, matcher: Matcher, ends: Int32Array): number;
}

export interface FieldSearch {
  readonly field: SearchField;
  /** Prepares the search in these records. Call this before the other methods. */
  prepare(places: Uint32Array): void;
  /** Moves the records that may match to the front of `places`, and returns only these. */
  matching(places: Uint32Array): Uint32Array;
  /**
   * Returns the result of `Matcher.endIn` for this record's text; `NO_MATCH` if the record has no
   * text.
   */
  endAt(place: number): number;
  /** Call it only for a record that matches. */
  textAt(place: number): string;
}

export interface Reading {
  chars: number;
}

export function fieldSearch(
  field: SearchField,
  texts: FieldTexts,
  matcher: Matcher,
  reading: Reading,
): FieldSearch {
  return "shared" in texts
    ? new SharedTextSearch(field, texts.shared, matcher, reading)
    : new OwnTextSearch(field, texts.textAt, matcher, reading);
}

const UNREAD = -3;

/** Reads each shared text only once, and matches the texts of many records together. */
class SharedTextSearch implements FieldSearch {
  readonly field: SearchField;
  readonly #rows: Uint32Array;
  readonly #numbers: Numbers;
  readonly #texts: NumberedTexts;
  readonly #matcher: Matcher;
  readonly #reading: Reading;
  /** Entry n + 1 is the matcher's result for the text with index n. The lowest index is -1. */
  readonly #ends: Int32Array;
  #unread = new Int32Array(0);

  constructor(field: SearchField, shared: SharedTexts, matcher: Matcher, reading: Reading) {
    this.field = field;
    this.#rows = shared.rows;
    this.#numbers = shared.numbers;
    this.#texts = shared.texts;
    this.#matcher = matcher;
    this.#reading = reading;
    this.#ends = new Int32Array(shared.texts.size + 1).fill(UNREAD);
  }

  prepare(places: Uint32Array): void {
    const ends = this.#ends;
    if (this.#unread.length < places.length) this.#unread = new Int32Array(places.length);
    const count = takeUnread(places, this.#rows, this.#numbers, ends, this.#unread);
    if (count === 0) return;
    const unread = this.#unread.subarray(0, count);
    this.#reading.chars += this.#texts.search(unread, this.#matcher, ends);
  }

  matching(places: Uint32Array): Uint32Array {
    return places.subarray(0, keepMatching(places, this.#rows, this.#numbers, this.#ends));
  }

  endAt(place: number): number {
    return this.#ends[this.#numberAt(place) + 1] as number;
  }

  textAt(place: number): string {
    return this.#texts.at(this.#numberAt(place));
  }

  #numberAt(place: number): number {
    return this.#numbers[this.#rows[place] as number] as number;
  }
}

/*
 * Loops over many records are separate functions, so that the JavaScript engine compiles them early
 * and only once.
 */

/**
 * Finds the texts of the records in `places` that were not read yet. Writes the index of each such
 * text once into `into`, and returns the number of these texts. Many records can share a text.
 */
function takeUnread(
  places: Uint32Array,
  rows: Uint32Array,
  numbers: Numbers,
  ends: Int32Array,
  into: Int32Array,
): number {
  let count = 0;
  for (let i = 0; i < places.length; i++) {
    const number = numbers[rows[places[i] as number] as number] as number;
    if (ends[number + 1] !== UNREAD) continue;
    ends[number + 1] = NO_MATCH;
    into[count++] = number;
  }
  return count;
}

/** Moves the records that possibly match to the front. Returns how many there are. */
function keepMatching(
  places: Uint32Array,
  rows: Uint32Array,
  numbers: Numbers,
  ends: Int32Array,
): number {
  let count = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    const number = numbers[rows[place] as number] as number;
    if (ends[number + 1] !== NO_MATCH) places[count++] = place;
  }
  return count;
}

class OwnTextSearch implements FieldSearch {
  readonly field: SearchField;
  readonly #textAt: (place: number) => string | undefined;
  readonly #matcher: Matcher;
  readonly #reading: Reading;

  constructor(
    field: SearchField,
    textAt: (place: number) => string | undefined,
    matcher: Matcher,
    reading: Reading,
  ) {
    this.field = field;
    this.#textAt = textAt;
    this.#matcher = matcher;
    this.#reading = reading;
  }

  prepare(): void {}

  matching(places: Uint32Array): Uint32Array {
    return places;
  }

  endAt(place: number): number {
    const text = this.#textAt(place);
    if (text === undefined) return NO_MATCH;
    this.#reading.chars += text.length;
    return this.#matcher.endIn(text);
  }

  textAt(place: number): string {
    return this.#textAt(place) ?? "";
  }
}
