/**
 * Keeps the error of a failed statement. The sign-in library answers such a failure with an error of
 * its own without a cause, or as if nobody were signed in, so nobody could tell that it passes.
 */
export class WatchedStorage {
  #failure: unknown;

  /** The same adapter; its failures are kept. */
  watch<T extends object>(adapter: T): T {
    return new Proxy(adapter, {
      get: (target, key) => {
        const found: unknown = Reflect.get(target, key);
        if (typeof found !== "function") return found;
        return (...given: unknown[]) => {
          const answer: unknown = Reflect.apply(found, target, given);
          return answer instanceof Promise ? answer.catch((error) => this.#keep(error)) : answer;
        };
      },
    });
  }

  /** @throws the storage's error instead of any answer that the library gives to it */
  async orFailure<T>(ask: () => Promise<T>): Promise<T> {
    let answer: T;
    try {
      answer = await ask();
    } catch (error) {
      throw this.#failure ?? error;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return answer;
  }

  #keep(error: unknown): never {
    this.#failure ??= error;
    throw error;
  }
}
