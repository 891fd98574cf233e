/**
 * Limits the cost of tracing one case. Every loop over sentences or links must report what it
 * costs. So a trace ends after a limited time, and a job knows when to let other requests run.
 */

/**
 * Maximum cost of tracing one case. A cost of 1 is the time that it takes to read one character.
 * The maximum is a few seconds of one processor.
 */
const MOST = 100_000_000;
export const SENTENCE = 60;
export const LINK = 120;
/** Cost per character of splitting a text into sentences and words. */
export const READ = 10;

/** Thrown if tracing a case exceeds its maximum cost. */
export class TooMuchEffort extends Error {}

export class Effort {
  #spent = 0;
  #turn = 0;
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** @throws TooMuchEffort if the sum of all calls exceeds the maximum cost */
  spend(characters: number): void {
    this.#spent += characters;
    if (this.#spent > this.#most) throw new TooMuchEffort();
  }

  get spent(): number {
    return this.#spent;
  }

  /** Returns the cost since the last call. */
  sinceLastTurn(): number {
    const since = this.#spent - this.#turn;
    this.#turn = this.#spent;
    return since;
  }
}

/**
 * Runs a long computation in pieces. The computation yields the cost of each piece. Other requests
 * can run between two pieces.
 */
export type Run = <T>(work: Generator<number, T>) => Promise<T>;
