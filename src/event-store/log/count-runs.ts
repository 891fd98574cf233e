/**
 * Maps the counter in an event id to the number that `EventIdTable` gave to the id. Usually, both
 * increase by one from each id to the next. Such ids are stored together as one run: the first
 * counter, the first number and the length. For example, one run maps the counters 5 to 9 to the
 * numbers 0 to 4. So even a long run takes little memory.
 */
import { lowerBound } from "../../graph/columns/columns.ts";

/**
 * Maximum number of runs that one insertion may move in the arrays. Runs move only if the batches
 * of a client arrive in another order than the client sent them.
 */
const MOST_MOVED = 1_000;

export class CountRuns {
  /**
   * Each array has one entry for each run, and the runs are sorted by their counters. `#counts` has
   * the first counter of each run, and `#numbers` has the number for this counter. `#lengths` says
   * how many ids the run has.
   */
  readonly #counts: number[] = [];
  readonly #numbers: number[] = [];
  readonly #lengths: number[] = [];
  #end = 0;

  /** The highest added counter plus one; 0 if no counter was added. */
  get end(): number {
    return this.#end;
  }

  /** Returns -1 if the counter was not added. */
  find(count: number): number {
    if (count >= this.#end) return -1;
    const run = this.#before(count);
    if (run < 0) return -1;
    const distance = count - (this.#counts[run] as number);
    return distance < (this.#lengths[run] as number)
      ? (this.#numbers[run] as number) + distance
      : -1;
  }

  /**
   * Adds a counter and its number. If both are one higher than the end of a run, the run becomes
   * longer. Otherwise, they become a new run, and all later runs move by one place in the arrays.
   * If more than `MOST_MOVED` runs would move, returns false and changes nothing.
   */
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

  #before(count: number): number {
    const counts = this.#counts;
    return lowerBound(counts.length, (run) => (counts[run] as number) <= count) - 1;
  }
}
