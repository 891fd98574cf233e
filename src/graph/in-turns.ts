/**
 * A computation that pauses regularly, so that other requests can run. Each `yield` is a pause and
 * gives the cost of the work since the last pause. The unit is the time to read one character.
 */
export type InTurns<T> = Generator<number, T>;

/** Visiting one record costs as much as reading this many characters. */
const RECORD_CHARS = 200;
const RECORDS_PER_YIELD = 1_000;

/** Counts the records that a loop visits. Use it as `if (records.isDue()) yield records.cost`. */
export class RecordCount {
  #count = 0;
  readonly cost: number;

  /** @param chars visiting one record costs as much as reading this many characters */
  constructor(chars = RECORD_CHARS) {
    this.cost = RECORDS_PER_YIELD * chars;
  }

  /** Counts one record. Returns true for every thousandth record. */
  isDue(): boolean {
    this.#count = (this.#count + 1) % RECORDS_PER_YIELD;
    return this.#count === 0;
  }
}

/** Returns the cost of visiting this many records. */
export function costOf(records: number): number {
  return records * RECORD_CHARS;
}

/**
 * Returns the records for which `isChosen` is true, in order.
 *
 * @param chars visiting one record costs as much as reading this many characters
 */
export function* chosenOf<T>(
  records: Iterable<T>,
  isChosen: (record: T) => boolean,
  chars = RECORD_CHARS,
): InTurns<T[]> {
  const chosen: T[] = [];
  const count = new RecordCount(chars);
  for (const record of records) {
    if (count.isDue()) yield count.cost;
    if (isChosen(record)) chosen.push(record);
  }
  return chosen;
}

/** Runs the computation without pauses. */
export function atOnce<T>(work: InTurns<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
