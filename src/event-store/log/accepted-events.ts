/**
 * The events that a graph has accepted: the position of each event id, and the batch in which each
 * event arrived.
 */
import { lowerBound } from "../../graph/columns/columns.ts";
import { EventIdTable } from "./event-id-table.ts";

/**
 * `place` is the position of the batch's first event among all events of the graph. `mark` is a
 * hash that identifies the batch.
 */
export type BatchStart = readonly [place: number, mark: number];

/** The mark (hash) of a batch without an id. */
const NAMELESS = 0;

export class AcceptedEvents {
  readonly #ids = new EventIdTable();
  /**
   * For each batch with new events, the position of the batch's first new event. The batches are in
   * the order in which they were accepted.
   */
  readonly #starts: number[] = [];
  readonly #marks: number[] = [];

  /** Number of all accepted events, and the position that the next event gets. */
  get size(): number {
    return this.#ids.size;
  }

  /** @returns the indexes of the new events in the batch */
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

  /** @param batch the batch's id, or the hash of the id; undefined if the batch has no id */
  begin(place: number, batch: string | number | undefined): void {
    this.#starts.push(place);
    this.#marks.push(typeof batch === "string" ? markOf(batch) : (batch ?? NAMELESS));
  }

  addIds(ids: Iterable<string>): void {
    for (const id of ids) this.#ids.intern(id);
  }

  /**
   * Call this only if the graph has already accepted all events of the batch. If an earlier request
   * sent the same batch, returns how many of its events were new in that request. Returns 0 if the
   * events came with other batches.
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

  /** Returns the batches whose first event is at a position from `place` to `end - 1`. */
  startsOf(place: number, end: number): BatchStart[] {
    const starts: BatchStart[] = [];
    for (let at = this.#batchOf(place - 1) + 1; at < this.#starts.length; at++) {
      const start = this.#starts[at] ?? end;
      if (start >= end) break;
      starts.push([start, this.#marks[at] ?? NAMELESS]);
    }
    return starts;
  }

  #batchOf(place: number): number {
    const starts = this.#starts;
    return lowerBound(starts.length, (batch) => (starts[batch] as number) <= place) - 1;
  }
}

/**
 * Returns a 52-bit hash, which a JavaScript number stores exactly. Two batches of one graph hardly
 * ever have the same hash.
 */
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
