/**
 * Work that waits for something with a limited rate, in steps of equal length. Work is served in
 * the order of its arrival.
 */
export interface WaitingBounds {
  /** Work that is served in one step. */
  readonly capacity: number;
  readonly stepSeconds: number;
  /** Work that waits longer is given up. */
  readonly patienceSeconds?: number;
}

export class Waiting {
  readonly #bounds: Required<WaitingBounds>;
  #backlog = 0;
  #longestSeconds = 0;
  #served = 0;
  #lost = 0;

  constructor(bounds: WaitingBounds) {
    this.#bounds = { patienceSeconds: Number.POSITIVE_INFINITY, ...bounds };
  }

  /** Lets work arrive, and serves as much as one step allows. */
  step(arriving: number): void {
    const { capacity, stepSeconds, patienceSeconds } = this.#bounds;
    const waiting = this.#backlog + arriving;
    const served = Math.min(waiting, capacity);
    const most = (capacity * patienceSeconds) / stepSeconds;
    const lost = Math.max(0, waiting - served - most);
    this.#backlog = waiting - served - lost;
    this.#served += served;
    this.#lost += lost;
    this.#longestSeconds = Math.max(this.#longestSeconds, (this.#backlog / capacity) * stepSeconds);
  }

  get backlog(): number {
    return this.#backlog;
  }

  get served(): number {
    return this.#served;
  }

  get lost(): number {
    return this.#lost;
  }

  /** The longest time that work waited, if all work before it was served first. */
  get longestSeconds(): number {
    return this.#longestSeconds;
  }
}
