/**
 * Reads the values of a table's variables. If a value was sent as a splice, which is a change of
 * another value, it is computed on demand and cached.
 */

import { MAX_VALUE_CHARS } from "../../protocol/limits.ts";
import { cutMarker, cutPlace } from "../../text/cut-text.ts";
import { BoundedCache } from "../columns/bounded-cache.ts";
import { noneOf } from "../columns/columns.ts";
import { EditedText } from "./edited-text.ts";
import type { Bodies, EventTable } from "./event-table.ts";

/** Maximum length of all cached values, in UTF-16 code units. */
const KEPT_CHARS = 8_000_000;

const UNKNOWN = -1;
const MISSING = -2;
const UNDER_WAY = -3;

/**
 * A splice can change a value that is a splice itself. So computing one value can mean applying a
 * long chain of splices. Such a chain is divided into `STOPS` equal parts. If a part has more than
 * `LONG_WAY` splices, the value after each part is cached. The next computation can start there.
 */
const LONG_WAY = 64;
const STOPS = 8;

export interface ValueSplice {
  readonly base: number;
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

export class Values {
  readonly #table: EventTable;
  readonly #bodies: Bodies;
  /** Maps the index of a ref to the first row with this ref; -1 for none. */
  #rowOfRef: Int32Array | undefined;
  /**
   * A splice changes the value of another row. That row may not have become a variable, for example
   * because it repeats an earlier value. This maps such a row to the row of the variable that has
   * the same value; -1 if there is none.
   */
  readonly #variableOf = new Map<number, number>();
  readonly #chars: Int32Array;
  /** The value that was computed last. The next requested value is often a splice of this value. */
  #edited: { readonly row: number; readonly text: EditedText } | undefined;
  readonly #kept = new BoundedCache<string>(KEPT_CHARS, (value) => value.length);

  constructor(table: EventTable, bodies: Bodies, order: Uint32Array) {
    this.#table = table;
    this.#bodies = bodies;
    const rowOfRef = noneOf(table.names.size);
    this.#chars = new Int32Array(table.variables.size).fill(UNKNOWN);
    for (const row of order) {
      const ref = table.variables.ref.at(row);
      if (rowOfRef[ref] === UNKNOWN) rowOfRef[ref] = row;
    }
    this.#rowOfRef = rowOfRef;
  }

  /** Whether all events that the row's value needs have arrived. */
  has(row: number): boolean {
    return this.chars(row) >= 0;
  }

  /** Length of the row's value in UTF-16 code units; negative if the value is unknown. */
  chars(row: number): number {
    const chain: number[] = [];
    let at = row;
    while (this.#known(at) === UNKNOWN) {
      if (this.isOwn(at)) {
        const chars = this.#bodies.chars(this.#event(at));
        this.#chars[at] = chars < 0 ? MISSING : chars;
        break;
      }
      this.#chars[at] = UNDER_WAY;
      chain.push(at);
      at = this.#base(at);
      if (at < 0) break;
    }
    let base = at < 0 ? MISSING : this.#known(at);
    for (let next = chain.pop(); next !== undefined; next = chain.pop()) {
      base = this.#splicedChars(next, base);
      this.#chars[next] = base;
    }
    return this.#known(row);
  }

  /** Size of all cached values, texts and details, in UTF-16 code units. */
  get cachedChars(): number {
    return this.#kept.size + this.#bodies.cachedChars;
  }

  /** Returns an empty text if the value is unknown. */
  read(row: number): string {
    if (this.isOwn(row)) return this.#bodies.text(this.#event(row));
    const kept = this.#kept.get(row);
    if (kept !== undefined) return kept;
    if (!this.has(row)) return "";
    const value = this.#editedTo(row).toString();
    this.#kept.set(row, value);
    return value;
  }

  /**
   * Returns the first `chars` characters. If the value comes from splices, this does not build the
   * whole value.
   */
  readStart(row: number, chars: number): string {
    return this.has(row) ? this.#sliceOf(row, 0, chars) : "";
  }

  /** Whether the value has only white space. Stops at the first other character. */
  isBlank(row: number): boolean {
    if (this.chars(row) <= 0) return true;
    if (this.isOwn(row) || this.#kept.has(row)) return this.read(row).trim() === "";
    for (const { text } of this.#editedTo(row).runs()) if (text.trim() !== "") return false;
    return true;
  }

  /** Returns undefined if the value was sent whole. */
  spliceOf(row: number): ValueSplice | undefined {
    if (this.isOwn(row)) return undefined;
    const { splices, variables } = this.#table;
    const splice = variables.splice.at(row);
    return {
      ...{ base: this.#base(row), at: splices.at.at(splice), remove: splices.remove.at(splice) },
      insert: this.#bodies.text(this.#event(row)),
    };
  }

  /**
   * Whether `row` has the same value as `variable`. Call this only if both have the same ref. If
   * the row was sent as a splice, returns true without comparing the values.
   */
  repeats(row: number, variable: number): boolean {
    return !this.isOwn(row) || this.same(row, variable);
  }

  same(a: number, b: number): boolean {
    if (this.chars(a) !== this.chars(b)) return false;
    if (this.isOwn(a) && this.isOwn(b)) {
      return this.#bodies.sameText(this.#event(a), this.#event(b));
    }
    return this.#sameChange(a, b) ?? this.read(a) === this.read(b);
  }

  /**
   * Each splice changes an earlier value, and names this value by a ref. This method replaces these
   * refs in `splices` by the rows of the values. Call it once, after each row has its variable.
   *
   * @param variableOf returns the variable that has the row's value; -1 for none
   */
  settle(variableOf: (row: number) => number): void {
    const { of } = this.#table.splices;
    for (let splice = 0; splice < of.size; splice++) {
      const base = this.#rowOfRef?.[of.at(splice)] ?? UNKNOWN;
      of.set(splice, base);
      const variable = base < 0 ? base : variableOf(base);
      if (variable !== base) this.#variableOf.set(base, variable);
    }
    this.#rowOfRef = undefined;
  }

  /** Returns the variable whose value the splice changes; -1 for none. */
  variableOf({ base }: ValueSplice): number {
    return this.#variableOf.get(base) ?? base;
  }

  /**
   * Compares `a` and `b` without reading their whole values. This is possible if `b` is a splice of
   * `a`, or if both are splices of one value. Otherwise, returns undefined.
   */
  #sameChange(a: number, b: number): boolean | undefined {
    if (this.chars(a) >= cutPlace(MAX_VALUE_CHARS)) return undefined;
    const [ofA, ofB] = [this.spliceOf(a), this.spliceOf(b)];
    if (ofB?.base === a) return this.#sliceOf(a, ofB.at, ofB.at + ofB.remove) === ofB.insert;
    if (ofA === undefined || ofA.base !== ofB?.base) return undefined;
    const start = Math.min(ofA.at, ofB.at);
    const end = Math.max(ofA.at + ofA.remove, ofB.at + ofB.remove);
    const changed = ({ base, at, remove, insert }: ValueSplice) =>
      this.#sliceOf(base, start, at) + insert + this.#sliceOf(base, at + remove, end);
    return changed(ofA) === changed(ofB);
  }

  #sliceOf(row: number, start: number, end: number): string {
    if (start === end) return "";
    if (this.isOwn(row)) return this.#bodies.text(this.#event(row)).slice(start, end);
    return this.#kept.get(row)?.slice(start, end) ?? this.#editedTo(row).slice(start, end);
  }

  /** The returned text is valid until the next call. */
  #editedTo(row: number): EditedText {
    const chain: number[] = [];
    let at = row;
    while (at !== this.#edited?.row && !this.isOwn(at) && !this.#kept.has(at)) {
      chain.push(at);
      at = this.#base(at);
    }
    const text =
      at === this.#edited?.row
        ? this.#edited.text
        : new EditedText(this.#kept.get(at) ?? this.#bodies.text(this.#event(at)));
    const between = Math.ceil(chain.length / STOPS);
    for (let next = chain.pop(); next !== undefined; next = chain.pop()) {
      const { at: place, remove, insert } = this.spliceOf(next) as ValueSplice;
      text.replace(place, remove, [{ by: 0, text: insert }]);
      cutToLimit(text, 0);
      if (between > LONG_WAY && chain.length % between === 0) this.#kept.set(next, text.toString());
    }
    this.#edited = { row, text };
    return text;
  }

  #known(row: number): number {
    return this.#chars[row] as number;
  }

  #event(row: number): number {
    return this.#table.variables.event.at(row);
  }

  /** Whether the value was sent whole, not as a splice. */
  isOwn(row: number): boolean {
    return this.#table.variables.splice.at(row) < 0;
  }

  #base(row: number): number {
    const of = this.#table.splices.of.at(this.#table.variables.splice.at(row));
    return this.#rowOfRef === undefined ? of : (this.#rowOfRef[of] as number);
  }

  #splicedChars(row: number, base: number): number {
    const { splices, variables } = this.#table;
    const splice = variables.splice.at(row);
    const remove = splices.remove.at(splice);
    const insert = this.#bodies.chars(this.#event(row));
    if (base < 0 || insert < 0 || splices.at.at(splice) + remove > base) return MISSING;
    const chars = base - remove + insert;
    if (chars <= MAX_VALUE_CHARS) return chars;
    const end = cutPlace(MAX_VALUE_CHARS);
    return end + cutMarker(end, chars).length;
  }
}

/** Cuts a text that became too long through changes, and marks the cut. */
export function cutToLimit(text: EditedText, by: number): void {
  text.cut(MAX_VALUE_CHARS, by);
}
