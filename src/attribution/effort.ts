/**
 * Limits the cost of following a case. Every loop over sentences and links reports its cost. So a
 * graph of any shape takes a bounded time, and a job knows when to let other work run.
 */

/**
 * Maximum cost of one case, in characters: a few seconds of one processor. Each sentence and each
 * link counts as a fixed number of characters.
 */
const MOST = 100_000_000;
export const SENTENCE = 60;
export const LINK = 120;
/** Cost, for each character, of splitting a text into sentences and words. */
export const READ = 10;

/** Thrown if following the case exceeds its work limit. */
export class TooMuchEffort extends Error {}

export class Effort {
  #spent = 0;
  #turn = 0;
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** @throws TooMuchEffort if the effort of all calls together exceeds the limit */
  spend(characters: number): void {
    this.#spent += characters;
    if (this.#spent > this.#most) throw new TooMuchEffort();
  }

  get spent(): number {
    return this.#spent;
  }

  /** Returns the effort spent since the last call. */
  sinceLastTurn(): number {
    const since = this.#spent - this.#turn;
    this.#turn = this.#spent;
    return since;
  }
}

/** Runs work that yields its cost, in characters. */
export type Run = <T>(work: Generator<number, T>) => Promise<T>;
