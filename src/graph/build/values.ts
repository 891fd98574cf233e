/**
 * The values of a table's variables. A value that was sent as a change of another (a splice) is
 * worked out when somebody asks for it, and a bounded number of those is kept.
 */

import { MAX_VALUE_CHARS } from "../../protocol/limits.ts";
import { cutText } from "../../text/cut-text.ts";
import { BoundedCache } from "../columns/bounded-cache.ts";
import { noneOf } from "../columns/columns.ts";
import type { Bodies, EventTable } from "./event-table.ts";

/** UTF-16 code units of worked-out values that are kept. */
const KEPT_CHARS = 8_000_000;

const UNKNOWN = -1;
const MISSING = -2;
const UNDER_WAY = -3;

export class Values {
  readonly #table: EventTable;
  readonly #bodies: Bodies;
  /** By number of the ref's name: the first row, in the graph's order, that has it. */
  readonly #rowOfRef: Int32Array;
  readonly #chars: Int32Array;
  readonly #kept = new BoundedCache<string>(KEPT_CHARS, (value) => value.length);

  /** @param order the rows of the variables in the graph's order */
  constructor(table: EventTable, bodies: Bodies, order: Uint32Array) {
    this.#table = table;
    this.#bodies = bodies;
    this.#rowOfRef = noneOf(table.names.size);
    this.#chars = new Int32Array(table.variables.size).fill(UNKNOWN);
    for (const row of order) {
      const ref = table.variables.ref.at(row);
      if (this.#rowOfRef[ref] === UNKNOWN) this.#rowOfRef[ref] = row;
    }
  }

  /** Whether the row's value can be told: itself, and what it is a change of, have arrived. */
  has(row: number): boolean {
    return this.chars(row) >= 0;
  }

  /** Length of the row's value in UTF-16 code units; negative where it cannot be told. */
  chars(row: number): number {
    const chain: number[] = [];
    let at = row;
    while (this.#known(at) === UNKNOWN) {
      if (this.#isOwn(at)) {
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

  /** The row's value; empty where it cannot be told. */
  read(row: number): string {
    if (this.#isOwn(row)) return this.#bodies.text(this.#event(row));
    const kept = this.#kept.get(row);
    if (kept !== undefined) return kept;
    if (!this.has(row)) return "";
    const chain: number[] = [];
    let at = row;
    while (!this.#isOwn(at) && !this.#kept.has(at)) {
      chain.push(at);
      at = this.#base(at);
    }
    let value = this.#kept.get(at) ?? this.#bodies.text(this.#event(at));
    for (let next = chain.pop(); next !== undefined; next = chain.pop()) {
      value = this.#spliced(next, value);
      // Each step, as the way there may be asked for in any order.
      this.#kept.set(next, value);
    }
    return value;
  }

  /** Whether a row that came under the ref of a variable says nothing else than that variable. */
  repeats(row: number, variable: number): boolean {
    return !this.#isOwn(row) || this.same(row, variable);
  }

  same(a: number, b: number): boolean {
    if (this.chars(a) !== this.chars(b)) return false;
    if (this.#isOwn(a) && this.#isOwn(b)) {
      return this.#bodies.sameText(this.#event(a), this.#event(b));
    }
    return this.read(a) === this.read(b);
  }

  #known(row: number): number {
    return this.#chars[row] as number;
  }

  #event(row: number): number {
    return this.#table.variables.event.at(row);
  }

  #isOwn(row: number): boolean {
    return this.#table.variables.splice.at(row) < 0;
  }

  #base(row: number): number {
    return this.#rowOfRef[
      this.#table.splices.of.at(this.#table.variables.splice.at(row))
    ] as number;
  }

  #splicedChars(row: number, base: number): number {
    const { splices, variables } = this.#table;
    const splice = variables.splice.at(row);
    const remove = splices.remove.at(splice);
    const insert = this.#bodies.chars(this.#event(row));
    if (base < 0 || insert < 0 || splices.at.at(splice) + remove > base) return MISSING;
    const chars = base - remove + insert;
    if (chars <= MAX_VALUE_CHARS) return chars;
    return this.#spliced(row, this.read(this.#base(row))).length;
  }

  #spliced(row: number, base: string): string {
    const { splices, variables } = this.#table;
    const at = splices.at.at(variables.splice.at(row));
    const after = at + splices.remove.at(variables.splice.at(row));
    const insert = this.#bodies.text(this.#event(row));
    return cutText(base.slice(0, at) + insert + base.slice(after), MAX_VALUE_CHARS);
  }
}
