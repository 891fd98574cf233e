/**
 * Limits how long a call waits for an endpoint. The call fails if the endpoint is silent for too
 * long, or if its whole answer takes too long.
 */
import { SilenceError, SlownessError } from "./fault.ts";

export interface PatienceLimits {
  /** Maximum milliseconds without any data. */
  readonly silenceMs: number;
  /** Maximum milliseconds for a whole answer, even if data keeps arriving. */
  readonly answerMs: number;
}

export class Patience {
  readonly #controller = new AbortController();
  readonly #limits: PatienceLimits;
  readonly #startedAt = performance.now();

  constructor(limits: PatienceLimits) {
    this.#limits = limits;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async orFail<T>(work: PromiseLike<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const { silenceMs, answerMs } = this.#limits;
    const left = Math.max(0, answerMs - (performance.now() - this.#startedAt));
    const error = left < silenceMs ? new SlownessError(answerMs) : new SilenceError(silenceMs);
    const failed = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(error), Math.min(left, silenceMs));
    });
    try {
      return await Promise.race([work, failed]);
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#controller.abort();
  }
}
