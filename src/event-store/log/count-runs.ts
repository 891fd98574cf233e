/**
 * Maps the counters in event ids to the numbers of these ids. Stores runs: within a run, the
 * counter and the number both increase by one from entry to entry.
 */
import { lowerBound } from "../../graph/columns/columns.ts";

/**
 * Maximum runs that one insertion may move. An insertion moves runs only if its batch overtook
 * other batches, and a batch rarely overtakes more than a few.
 */
const MOST_MOVED = 1_000;

export class CountRuns {
  /**
   * Three values for each run: the run's first counter (in ascending order), the number of this
   * counter, and the run's length.
   */
  readonly #counts: number[] = [];
  readonly #numbers: number[] = [];
  readonly #lengths: number[] = [];
  #end = 0;

  /** The highest counter that was added, plus one. */
  get end(): number {
    return this.#end;
  }

  /** Returns the number of the counter; -1 if the counter was not added. */
  find(count: number): number {
    if (count >= this.#end) return -1;
    const run = this.#before(count);
    if (run < 0) return -1;
    const distance = count - (this.#counts[run] as number);
    return distance < (this.#lengths[run] as number)
      ? (this.#numbers[run] as number) + distance
      : -1;
  }

  /** Adds a counter. If this would move too many runs, changes nothing and returns false. */
  add(count: number, number: number): boolean {
    const run = count >= this.#end ? this.#counts.length - 1 : this.#before(count);
    if (this.#goesOn(run, count, number)) this.#lengths[run] = (this.#lengths[run] as number) + 1;
    else if (this.#counts.length - run > MOST_MOVED) return false;
    else {
      this.#counts.splice(run + 1, 0, count);
      this.#numbers.splice(run + 1, 0, number);
      this.#lengths.splice(run + 1, 0, 1);
    }
    this.#end = Math.max(this.#end, count + 1);
    return true;
  }

  #goesOn(run: number, count: number, number: number): boolean {
    const length = this.#lengths[run] ?? 0;
    return (
      length > 0 &&
      (this.#counts[run] as number) + length === count &&
      (this.#numbers[run] as number) + length === number
    );
  }

  /**
   * Returns the index of the last run that begins at or before this counter; -1 if there is none.
   */
  #before(count: number): number {
    const counts = this.#counts;
    return lowerBound(counts.length, (run) => (counts[run] as number) <= count) - 1;
  }
}
