/**
 * Which events a graph has accepted: each by its id and its place among all of them, and which
 * batch brought it.
 */
import { lowerBound } from "../../graph/columns/columns.ts";
import { EventIdTable } from "./event-id-table.ts";

/** Where a batch begins, and what it is told from others by. */
export type BatchStart = readonly [place: number, mark: number];

/** Of a batch that the client did not name. */
const NAMELESS = 0;

export class AcceptedEvents {
  readonly #ids = new EventIdTable();
  /** Of every batch that brought something, in the order of acceptance. */
  readonly #starts: number[] = [];
  readonly #marks: number[] = [];

  /** Events that were ever accepted: the place that the next one gets. */
  get size(): number {
    return this.#ids.size;
  }

  /**
   * Accepts what a batch brings: those of its events that were not accepted yet, each once.
   *
   * @returns their places in the batch
   */
  accept(batch: string | undefined, ids: readonly string[]): number[] {
    const place = this.size;
    const fresh: number[] = [];
    for (const [index, id] of ids.entries()) {
      const next = this.size;
      if (this.#ids.intern(id) === next) fresh.push(index);
    }
    if (fresh.length > 0) this.begin(place, batch);
    return fresh;
  }

  /** Takes down where a batch begins; its id, or the mark that was made of it. */
  begin(place: number, batch: string | number | undefined): void {
    this.#starts.push(place);
    this.#marks.push(typeof batch === "string" ? markOf(batch) : (batch ?? NAMELESS));
  }

  addIds(ids: Iterable<string>): void {
    for (const id of ids) this.#ids.intern(id);
  }

  /**
   * How many of these events, which must all be known, the batch brought when it came first: its
   * last events are the newest of them, if it brought any.
   */
  broughtBy(batch: string, ids: readonly string[]): number {
    const places = new Set(ids.map((id) => this.#ids.find(id)));
    let newest = -1;
    for (const place of places) newest = Math.max(newest, place);
    const at = this.#batchOf(newest);
    if (this.#marks[at] !== markOf(batch)) return 0;
    const start = this.#starts[at] ?? 0;
    let brought = 0;
    for (const place of places) if (place >= start) brought++;
    return brought;
  }

  /** The batches that begin from `place` up to `end`. */
  startsOf(place: number, end: number): BatchStart[] {
    const starts: BatchStart[] = [];
    for (let at = this.#batchOf(place - 1) + 1; at < this.#starts.length; at++) {
      const start = this.#starts[at] ?? end;
      if (start >= end) break;
      starts.push([start, this.#marks[at] ?? NAMELESS]);
    }
    return starts;
  }

  /** The last batch that begins at this place or before it; -1 where none does. */
  #batchOf(place: number): number {
    const starts = this.#starts;
    return lowerBound(starts.length, (batch) => (starts[batch] as number) <= place) - 1;
  }
}

/** 52 bits of the batch's id: enough to tell a graph's batches apart, in a number. */
function markOf(batch: string): number {
  let a = 0x811c9dc5;
  let b = 0x2f0b4a37;
  for (let unit = 0; unit < batch.length; unit++) {
    const code = batch.charCodeAt(unit);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 0) * 0x100000 + (b >>> 12) + 1;
}
