/**
 * `@memtrace/sdk/one-task`: for hosts without AsyncLocalStorage. With
 * `new MemTrace({ AsyncLocalStorage: OneTask })`, the app must run only one traced task at a time.
 */

interface Entry<T> {
  store: T;
  outer: Entry<T> | undefined;
  ended: boolean;
}

/**
 * Keeps a scope until the task's promise settles. Two tasks at the same time would record into each
 * other's scope.
 */
export class OneTask<T> {
  #current: Entry<T> | undefined;

  getStore(): T | undefined {
    return this.#current?.store;
  }

  run<R>(store: T, body: () => R): R {
    const entry: Entry<T> = { store, outer: this.#current, ended: false };
    this.#current = entry;
    const end = () => {
      entry.ended = true;
      while (this.#current?.ended) this.#current = this.#current.outer;
    };
    try {
      const result = body();
      if (result instanceof Promise) result.then(end, end);
      else end();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  }
}
