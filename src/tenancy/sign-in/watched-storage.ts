/**
 * Keeps the first error of the database while the sign-in library runs, and throws it later.
 * Without this class, the library would hide the error: it throws another error, or answers as if
 * nobody were signed in. Callers need the database's error to see that the failure is temporary.
 */
export class WatchedStorage {
  #failure: unknown;

  /** Wraps the database adapter and keeps its first error. */
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

  /**
   * Returns the answer of `ask`.
   * @throws the database's error if a statement failed, even if `ask` gave an answer or threw
   * another error
   */
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
